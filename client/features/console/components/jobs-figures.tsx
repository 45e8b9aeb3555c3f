import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatGroup } from '#client/components/ui/stat-group.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import type { jobsSummary } from '#server/contract/schemas/faces.ts';
import classes from './jobs-figures.module.css';
import { Sparkline } from './sparkline.tsx';

type Summary = z.output<typeof jobsSummary>;

/** Four figures, the third with the day behind it. */
export function JobsFigures({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const done = summary?.completed_last_24h ?? 0;
  const perPhoto = done ? Math.round(((summary?.faces_detected_last_24h ?? 0) / done) * 10) / 10 : 0;
  const hours = summary?.per_hour ?? Array.from({ length: 24 }, () => 0);
  return (
    <div className={classes.figures}>
      <StatGroup
        label={t('console.figures')}
        busy={!summary}
        stats={[
          {
            label: t('console.queue'),
            value: summary?.queue_depth,
            hint: t('console.queue_hint', { count: summary?.processing ?? 0 }),
          },
          {
            label: t('console.failed'),
            value: summary?.failed,
            alarm: Boolean(summary?.failed),
            hint: t(summary?.failed ? 'console.failed_some' : 'console.failed_none'),
          },
          {
            label: t('console.completed'),
            value: summary?.completed_last_24h,
            hint: (
              <Sparkline
                values={hours}
                label={t('console.per_hour', { most: number(Math.max(0, ...hours)) })}
              />
            ),
          },
          {
            label: t('console.faces'),
            value: summary?.faces_detected_last_24h,
            hint: t('console.faces_hint', { n: number(perPhoto) }),
          },
        ]}
      />
    </div>
  );
}
