import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { Page } from '#client/components/ui/page.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { Section } from '#client/components/ui/section.tsx';
import { useFaceSettings } from '#client/features/console/api/face-settings.ts';
import {
  useActiveJobs,
  useJobsPush,
  useJobsSummary,
  useRecentJobs,
  useRefreshJobs,
} from '#client/features/console/api/jobs.ts';
import { JobList } from '#client/features/console/components/job-list.tsx';
import { JobsFacts } from '#client/features/console/components/jobs-facts.tsx';
import { JobsFigures } from '#client/features/console/components/jobs-figures.tsx';
import { ReprocessGallery } from '#client/features/console/components/reprocess-gallery.tsx';
import { SettingsDesk } from '#client/features/console/components/settings-desk.tsx';
import classes from './recognition-admin-page.module.css';

export function RecognitionAdminPage() {
  const { t } = useTranslation();
  const summary = useJobsSummary();
  const active = useActiveJobs();
  const recent = useRecentJobs();
  const settings = useFaceSettings();
  const refresh = useRefreshJobs();
  const [refreshing, setRefreshing] = useState(false);
  useJobsPush();
  const { data } = summary;
  const failed = summary.error ?? active.error ?? recent.error;

  const refreshNow = async () => {
    setRefreshing(true);
    await refresh();
    setRefreshing(false);
  };

  return (
    <Page>
      <PageHeader
        title={t('console.title')}
        facts={<JobsFacts {...summary} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            loading={refreshing}
            onClick={() => void refreshNow()}
          >
            {t('console.refresh')}
          </Button>
        }
      />
      {failed && !data ? (
        <ErrorState title={t('console.load_failed')} error={failed} onRetry={() => void refreshNow()} />
      ) : (
        <>
          <JobsFigures summary={data} />
          <div className={classes.jobs}>
            <JobList
              title={t('console.active')}
              jobs={active.data?.jobs}
              none={t('console.active_none')}
              usual={56}
            />
            <JobList
              title={t('console.recent')}
              jobs={recent.data?.jobs}
              none={t('console.recent_none')}
              usual={480}
            />
          </div>
        </>
      )}
      {/* Comes when the lists above have their height, so that it does not move under a finger. */}
      <div className={classes.below} data-filling={(!recent.data && !failed) || undefined}>
        <Section title={t('console.reprocess')} text={t('console.reprocess_text')}>
          <ReprocessGallery />
        </Section>
        <Section title={t('console.settings')} text={t('console.settings_text')} stacked>
          {settings.data && <SettingsDesk settings={settings.data} />}
          {settings.error && !settings.data && (
            <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
          )}
          {settings.isPending && <Skeleton h={240} />}
        </Section>
      </div>
    </Page>
  );
}
