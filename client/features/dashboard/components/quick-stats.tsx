import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import { useDashboardStats } from '../api/stats.ts';
import classes from './quick-stats.module.css';

const figures = ['clubs_joined', 'events_attended', 'photos_shared', 'achievements'] as const;

/** Four figures like a scoreboard. */
export function QuickStats() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useDashboardStats();
  return (
    <dl className={classes.board} aria-label={t('dashboard.stats')} aria-busy={!data}>
      {figures.map((figure) => (
        <div key={figure} className={classes.cell}>
          <dt className={classes.label}>{t(`dashboard.stat.${figure}`)}</dt>
          <dd className={classes.figure} data-zero={data?.[figure] === 0 || undefined}>
            {data ? number(data[figure]) : '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
