import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import {
  useActiveAnalyses,
  useAnalysesPush,
  useAnalysesSummary,
  useRecentAnalyses,
  useRefreshAnalyses,
} from '#client/features/recognition-admin/api/analyses.ts';
import { useFaceSettings } from '#client/features/recognition-admin/api/face-settings.ts';
import { AnalysesUpdated } from '#client/features/recognition-admin/components/analyses-updated.tsx';
import { AnalysisList } from '#client/features/recognition-admin/components/analysis-list.tsx';
import { AnalysisStats } from '#client/features/recognition-admin/components/analysis-stats.tsx';
import { ReprocessGallery } from '#client/features/recognition-admin/components/reprocess-gallery.tsx';
import { SettingsForm } from '#client/features/recognition-admin/components/settings-form.tsx';
import classes from './recognition-admin-page.module.css';

export function RecognitionAdminPage() {
  const { t } = useTranslation();
  const summary = useAnalysesSummary();
  const active = useActiveAnalyses();
  const recent = useRecentAnalyses();
  const settings = useFaceSettings();
  const refresh = useRefreshAnalyses();
  const [refreshing, setRefreshing] = useState(false);
  useAnalysesPush();
  const { data } = summary;

  const refreshNow = async () => {
    setRefreshing(true);
    await refresh();
    setRefreshing(false);
  };

  return (
    <Page>
      <PageHeader
        title={t('recognition_admin.title')}
        facts={<AnalysesUpdated {...summary} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            loading={refreshing}
            onClick={() => void refreshNow()}
          >
            {t('recognition_admin.refresh')}
          </Button>
        }
      />
      {summary.error && !data ? (
        <ErrorState
          title={t('recognition_admin.load_failed')}
          error={summary.error}
          onRetry={() => void refreshNow()}
        />
      ) : (
        <>
          <AnalysisStats summary={data} />
          <Section title={t('recognition_admin.reprocess')} text={t('recognition_admin.reprocess_text')}>
            <ReprocessGallery />
          </Section>
          <div className={classes.lists}>
            <AnalysisList
              title={t('recognition_admin.active')}
              analyses={active.data?.jobs}
              error={active.error}
              none={t('recognition_admin.active_none')}
              usual={56}
            />
            <AnalysisList
              title={t('recognition_admin.recent')}
              analyses={recent.data?.jobs}
              error={recent.error}
              none={t('recognition_admin.recent_none')}
              usual={480}
            />
          </div>
        </>
      )}
      {/* Rendered once the lists above are loaded, so that it does not move. */}
      <div
        className={classes.below}
        data-filling={(!recent.data && !recent.error && !summary.error) || undefined}
      >
        <Section title={t('recognition_admin.settings')} text={t('recognition_admin.settings_text')} stacked>
          {settings.data && <SettingsForm settings={settings.data} />}
          {settings.error && !settings.data && (
            <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
          )}
          {settings.isPending && <Skeleton h={240} />}
        </Section>
      </div>
    </Page>
  );
}
