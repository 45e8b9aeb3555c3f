import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useBackupStatus } from '#client/features/administration/backups/api/backup-status.ts';
import { useWaiting } from '#client/features/administration/dashboard/api/stats.ts';
import { QuickStats } from '#client/features/administration/dashboard/components/quick-stats.tsx';
import { useFirstStepsCard } from '#client/features/administration/dashboard/components/use-first-steps-card.ts';
import { useFamilyStatus } from '#client/features/faces/my-photos/api/family-status.ts';
import { useMyFamily } from '#client/features/faces/my-photos/api/my-family.ts';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { useWhoseLater } from '#client/features/people/family/components/use-whose-later.ts';
import { useCan } from '#client/hooks/use-can.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePasskeysOffered } from '#client/hooks/use-passkeys-offered.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { answersRequests, isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { LatestGalleries, useLatestGalleries } from './dashboard/latest-galleries.tsx';
import { NextEvents } from './dashboard/next-events.tsx';
import { NoClubNotice } from './dashboard/no-club-notice.tsx';
import { Shortcuts } from './dashboard/shortcuts.tsx';
import classes from './dashboard-page.module.css';

const Advice = lazyPart(() =>
  withAllTexts(() => import('./dashboard/advice.tsx')).then((module) => ({ default: module.Advice })),
);
const ServerGaps = lazyPart(() =>
  withAllTexts(() => import('./dashboard/server-gaps.tsx')).then((module) => ({
    default: module.ServerGaps,
  })),
);
const MyPhotos = lazyPart(() =>
  withAllTexts(() => import('./dashboard/my-photos.tsx')).then((module) => ({ default: module.MyPhotos })),
);
const Waiting = lazyPart(() =>
  withAllTexts(() => import('./dashboard/waiting.tsx')).then((module) => ({ default: module.Waiting })),
);

const isSearched = ({ find }: ShownMember) => find === 'yes';

export function DashboardPage() {
  const { t } = useTranslation();
  const today = useToday();
  const { longDate } = useFormat();
  const user = useUser();
  const mayPhotograph = useCan('gallery.create');
  // Content below the galleries waits for them, so that it does not move.
  const { isPending } = useLatestGalleries();
  const firstSteps = useFirstStepsCard(isGlobalAdmin(user));
  const isSetUp = isGlobalAdmin(user) && !firstSteps.pending && !firstSteps.progress;
  const backups = useBackupStatus(isSetUp);
  const family = useFamilyStatus();
  const [later, setLater] = useWhoseLater();
  // Asked here, so that what stands below waits for it.
  const members = useMyFamily(family.status === 'known');
  const found = members.data?.members.filter(isSearched) ?? [];
  const waiting = useWaiting(answersRequests(user));
  const offersPasskey = usePasskeysOffered() && window.matchMedia('(pointer: coarse)').matches;
  const isAsked = family.asked.length > 0;
  const asksWhose = family.status === 'possible' && !later;
  const advice = (isAsked ||
    user.second_factor_advice ||
    firstSteps.progress ||
    asksWhose ||
    offersPasskey) && (
    <Advice
      asked={family.asked}
      firstSteps={firstSteps}
      asksWhose={asksWhose}
      onLater={() => setLater(true)}
      offersPasskey={offersPasskey}
    />
  );
  return (
    <Page>
      <PageHeader
        title={t('dashboard.hello', { name: user.first_name || user.username })}
        facts={longDate(today)}
        actions={
          mayPhotograph && (
            <ButtonLink to="/add-photos" leftSection={<IconPlus size={18} />}>
              {t('dashboard.add_photos')}
            </ButtonLink>
          )
        }
      />
      <NoClubNotice />
      {/* Content below the card waits for it, so that it does not move. */}
      <Suspense>
        {isAsked && advice}
        {waiting.data && waiting.data.clubs.length + waiting.data.galleries.length > 0 && (
          <Waiting {...waiting.data} />
        )}
        {isSetUp && backups.data && <ServerGaps hasBackup={backups.data.made_at !== null} />}
        {found.length > 0 && <MyPhotos members={found} />}
        {!isAsked && advice}
        <div
          className={classes.layout}
          data-filling={isPending || undefined}
          data-waiting={
            firstSteps.pending ||
            backups.isLoading ||
            waiting.isLoading ||
            members.isLoading ||
            family.isLoading ||
            undefined
          }
        >
          <LatestGalleries />
          <NextEvents />
          {!isPending && (
            <div className={classes.below}>
              <Shortcuts />
              <QuickStats />
            </div>
          )}
        </div>
      </Suspense>
    </Page>
  );
}
