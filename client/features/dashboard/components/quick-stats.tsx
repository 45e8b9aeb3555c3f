import { useTranslation } from 'react-i18next';
import { Scoreboard } from '#client/components/ui/scoreboard.tsx';
import { useDashboardStats } from '../api/stats.ts';

const figures = ['clubs_joined', 'events_attended', 'photos_shared', 'achievements'] as const;

/** What one has done here so far. */
export function QuickStats() {
  const { t } = useTranslation();
  const { data } = useDashboardStats();
  return (
    <Scoreboard
      label={t('dashboard.stats')}
      busy={!data}
      scores={figures.map((figure) => ({ label: t(`dashboard.stat.${figure}`), value: data?.[figure] }))}
    />
  );
}
