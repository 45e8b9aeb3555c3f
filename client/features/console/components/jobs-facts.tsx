import { useTranslation } from 'react-i18next';
import { ReserveSpace } from '#client/components/ui/reserve-space.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import type { useJobsSummary } from '../api/jobs.ts';
import classes from './jobs-facts.module.css';

/** When this was asked, and when the last photo was done. It keeps its place while nothing is known yet. */
export function JobsFacts({ data, dataUpdatedAt }: ReturnType<typeof useJobsSummary>) {
  const { t } = useTranslation();
  const { time, ago } = useFormat();
  const last = data?.last_completed_at;
  return (
    <ReserveSpace known={data !== undefined}>
      <span className={classes.facts}>
        <span>{t('console.updated', { time: time(dataUpdatedAt) })}</span>
        <span>{last ? t('console.last_completed', { ago: ago(last) }) : t('console.never_completed')}</span>
      </span>
    </ReserveSpace>
  );
}
