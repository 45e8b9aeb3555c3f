import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatGroup } from '#client/components/ui/data/stat-group.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import type { DashboardStats } from '#server/contract/schemas/stats.ts';
import { useDashboardStats } from '../api/stats.ts';

const Achievements = lazyPart(() => import('./achievements.tsx'));

type Figure = keyof DashboardStats;
const figures: Figure[] = ['clubs_joined', 'events_attended', 'photos_shared', 'achievements'];

/** The viewer's statistics; a number links to the list it counts. */
export function QuickStats() {
  const { t } = useTranslation();
  const { data } = useDashboardStats();
  const [explaining, setExplaining] = useState(false);
  const hasOwnGalleries = useCan('gallery.create');
  const behind: Partial<Record<Figure, (figure: ReactNode) => ReactNode>> = {
    clubs_joined: (figure) => (
      <Link to="/clubs" search={{ mine: '1' }} aria-label={t('dashboard.stat_link.clubs_joined')}>
        {figure}
      </Link>
    ),
    events_attended: (figure) => (
      <Link to="/events" search={{ status: 'past' }} aria-label={t('dashboard.stat_link.events_attended')}>
        {figure}
      </Link>
    ),
    achievements: (figure) => (
      <UnstyledButton
        aria-haspopup="dialog"
        aria-label={t('dashboard.stat_link.achievements')}
        onClick={() => setExplaining(true)}
      >
        {figure}
      </UnstyledButton>
    ),
  };
  if (hasOwnGalleries)
    behind.photos_shared = (figure) => (
      <Link to="/gallery" search={{ mine: '1' }} aria-label={t('dashboard.stat_link.photos_shared')}>
        {figure}
      </Link>
    );
  return (
    <>
      <StatGroup
        label={t('dashboard.stats')}
        busy={!data}
        small
        stats={figures.map((figure) => ({
          label: t(`dashboard.stat.${figure}`, { count: data?.[figure] ?? 0 }),
          value: data?.[figure],
          // A zero links to nothing; the achievements list shows what is missing.
          wrap: data?.[figure] || figure === 'achievements' ? behind[figure] : undefined,
        }))}
      />
      <Suspense>
        {explaining && data && <Achievements stats={data} onClose={() => setExplaining(false)} />}
      </Suspense>
    </>
  );
}
