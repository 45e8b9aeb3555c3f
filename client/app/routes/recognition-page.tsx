import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { LookAlikes } from '#client/features/faces/gallery-people/components/look-alikes.tsx';
import {
  useActiveAnalyses,
  useAnalysesPush,
  useAnalysesSummary,
  useRecentAnalyses,
  useRefreshAnalyses,
} from '#client/features/faces/recognition/api/analyses.ts';
import { useFaceSettings } from '#client/features/faces/recognition/api/face-settings.ts';
import { AnalysesUpdated } from '#client/features/faces/recognition/components/analyses-updated.tsx';
import { AnalysisList } from '#client/features/faces/recognition/components/analysis-list.tsx';
import { AnalysisStats } from '#client/features/faces/recognition/components/analysis-stats.tsx';
import { ReprocessGallery } from '#client/features/faces/recognition/components/reprocess-gallery.tsx';
import { SettingsForm } from '#client/features/faces/recognition/components/settings-form.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconRefresh } from '#client/icons/refresh.ts';
import classes from './recognition-page.module.css';

export function RecognitionPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
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
        title={t('recognition.title')}
        facts={<AnalysesUpdated {...summary} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={refreshing}
            onClick={() => void refreshNow()}
          >
            {t('recognition.refresh')}
          </Button>
        }
      />
      {summary.error && !data ? (
        <ErrorState
          title={t('recognition.load_failed')}
          error={summary.error}
          onRetry={() => void refreshNow()}
        />
      ) : (
        <>
          <AnalysisStats summary={data} />
          <Section title={t('recognition.reprocess')} text={t('recognition.reprocess_text')}>
            <ReprocessGallery />
          </Section>
        </>
      )}
      <Section title={t('recognition.settings')} text={t('recognition.settings_text')} stacked>
        {settings.data && (
          <SettingsForm settings={settings.data} lookAlikes={(of) => <LookAlikes {...of} />} />
        )}
        {settings.error && !settings.data && (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        )}
        {settings.isPending && <Skeleton h={240} />}
      </Section>
      {data && (
        // Shown once the settings above are loaded, so that it does not move.
        <div className={classes.lists} data-filling={settings.isPending || undefined}>
          <AnalysisList
            title={t('recognition.active')}
            analyses={active.data?.jobs}
            error={active.error}
            none={
              data?.stale
                ? t('recognition.stale', { count: data.stale, n: number(data.stale) })
                : t('recognition.active_none')
            }
            usual={56}
          />
          <AnalysisList
            title={t('recognition.recent')}
            analyses={recent.data?.jobs}
            error={recent.error}
            none={t('recognition.recent_none')}
            usual={480}
          />
        </div>
      )}
    </Page>
  );
}
