import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { IconCircleCheckFilled } from '#client/icons/circle-check-filled.ts';
import { IconCircleDashed } from '#client/icons/circle-dashed.ts';
import { achievements, reachedAchievements } from '#server/contract/achievements.ts';
import type { DashboardStats } from '#server/contract/schemas/stats.ts';
import classes from './achievements.module.css';

/** All achievements, and which of them the viewer has. */
export default function Achievements({ stats, onClose }: { stats: DashboardStats; onClose: () => void }) {
  const { t } = useTranslation();
  const reachedOnes = reachedAchievements(stats);
  return (
    <Dialog opened onClose={onClose} title={t('dashboard.stat.achievements')} size="xs">
      <ul className={classes.list} aria-label={t('dashboard.stat.achievements')}>
        {achievements.map((achievement) => {
          const reached = reachedOnes.includes(achievement);
          const Mark = reached ? IconCircleCheckFilled : IconCircleDashed;
          return (
            <li key={achievement} className={classes.row} data-reached={reached || undefined}>
              <Mark size={20} aria-hidden="true" />
              <span>
                {t(`dashboard.achievement.${achievement}`)}
                <span className={classes.state}>
                  {t(reached ? 'dashboard.achievement_reached' : 'dashboard.achievement_open')}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
