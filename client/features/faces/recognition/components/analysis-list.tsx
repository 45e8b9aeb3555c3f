import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useAnalysisActions, useRefreshAnalyses } from '../api/analyses.ts';
import classes from './analysis-list.module.css';
import { AnalysisRow, type PhotoAnalysis } from './analysis-row.tsx';

interface AnalysisListProps {
  title: string;
  analyses: PhotoAnalysis[] | undefined;
  /** Why the list could not be loaded. */
  error: unknown;
  none: string;
  /** The usual height of the list, reserved while loading. */
  usual: number;
}

export function AnalysisList({ title, analyses, error, none, usual }: AnalysisListProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const showError = useErrorToast();
  const refresh = useRefreshAnalyses();
  const { retry } = useAnalysisActions();

  const again = (analysis: PhotoAnalysis) =>
    retry.mutate(
      { id: analysis.photo_id },
      {
        onSuccess: () => toast.success(t('recognition.retried', { name: analysis.filename })),
        onError: showError,
      },
    );

  return (
    <section className={classes.section}>
      <h2 className={classes.title}>
        {title}
        {analyses && analyses.length > 0 && <span className={classes.count}>{number(analyses.length)}</span>}
      </h2>
      {!analyses && !error && <Skeleton h={usual} />}
      {!analyses && Boolean(error) && <ErrorState error={error} onRetry={() => void refresh()} />}
      {analyses?.length === 0 && <p className={classes.none}>{none}</p>}
      <ul className={classes.list} aria-label={title}>
        {analyses?.map((analysis) => (
          <AnalysisRow
            key={analysis.photo_id}
            analysis={analysis}
            onRetry={() => again(analysis)}
            busy={retry.isPending && retry.variables?.id === analysis.photo_id}
          />
        ))}
      </ul>
    </section>
  );
}
