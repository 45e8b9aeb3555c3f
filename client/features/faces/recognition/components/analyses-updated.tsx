import { useTranslation } from 'react-i18next';
import { ReserveSpace } from '#client/components/ui/feedback/reserve-space.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { useAnalysesSummary } from '../api/analyses.ts';
import classes from './analyses-updated.module.css';

/** When the data were loaded and when the last photo was processed. Reserves its space while loading. */
export function AnalysesUpdated({ data, dataUpdatedAt }: ReturnType<typeof useAnalysesSummary>) {
  const { t } = useTranslation();
  const { time, ago } = useFormat();
  const last = data?.last_completed_at;
  return (
    <ReserveSpace known={data !== undefined}>
      <span className={classes.facts}>
        <span>{t('recognition.updated', { time: time(dataUpdatedAt) })}</span>
        <span>
          {last ? t('recognition.last_completed', { ago: ago(last) }) : t('recognition.never_completed')}
        </span>
      </span>
    </ReserveSpace>
  );
}
