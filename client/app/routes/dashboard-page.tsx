import { useTranslation } from 'react-i18next';
import { Page } from '#client/components/ui/page.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { FirstStepsCard } from '#client/features/dashboard/components/first-steps-card.tsx';
import { QuickStats } from '#client/features/dashboard/components/quick-stats.tsx';
import { useFirstStepsCard } from '#client/features/dashboard/components/use-first-steps-card.ts';
import { OwnPhotographerButton } from '#client/features/users/components/own-photographer-button.tsx';
import { today } from '#client/lib/format.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { LatestGalleries, useLatestGalleries } from './dashboard/latest-galleries.tsx';
import { NextEvents } from './dashboard/next-events.tsx';
import { NoClubNotice } from './dashboard/no-club-notice.tsx';
import { Shortcuts } from './dashboard/shortcuts.tsx';
import classes from './dashboard-page.module.css';

export function DashboardPage() {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  const user = useUser();
  // Content below the galleries waits for them, so that it does not move.
  const { isPending } = useLatestGalleries();
  const firstSteps = useFirstStepsCard(isGlobalAdmin(user));
  return (
    <Page>
      <PageHeader
        title={t('dashboard.hello', { name: user.first_name || user.username })}
        facts={longDate(today())}
      />
      <NoClubNotice />
      {firstSteps.progress && (
        <FirstStepsCard
          progress={firstSteps.progress}
          onHide={firstSteps.hide}
          photographerAction={<OwnPhotographerButton />}
        />
      )}
      <div
        className={classes.layout}
        data-filling={isPending || undefined}
        data-waiting={firstSteps.pending || undefined}
      >
        <QuickStats />
        <LatestGalleries />
        <NextEvents />
        {!isPending && <Shortcuts />}
      </div>
    </Page>
  );
}
