import { Popover } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardStats } from '#server/contract/schemas/stats.ts';
import classes from './achievements.module.css';

const achievements = ['clubs_joined', 'events_attended', 'photos_shared'] as const;

/** Which achievements there are, and which of them the viewer has. */
export function Achievements({ stats, children }: { stats: DashboardStats; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus={false}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.list} aria-label={t('dashboard.stat.achievements')}>
          {achievements.map((achievement) => {
            const reached = stats[achievement] > 0;
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
      </Popover.Dropdown>
    </Popover>
  );
}
