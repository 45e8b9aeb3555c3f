import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatGroup } from '#client/components/ui/data/stat-group.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { analysesSummary } from '#server/contract/schemas/photo-analyses.ts';
import classes from './analysis-stats.module.css';
import { Sparkline } from './sparkline.tsx';

type Summary = z.output<typeof analysesSummary>;

/** Four numbers; the third with a chart of the last day. */
export function AnalysisStats({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const done = summary?.completed_last_24h ?? 0;
  const perPhoto = done ? Math.round(((summary?.faces_detected_last_24h ?? 0) / done) * 10) / 10 : 0;
  const hours = summary?.per_hour ?? Array.from({ length: 24 }, () => 0);
  return (
    <div className={classes.figures}>
      <StatGroup
        label={t('recognition.figures')}
        busy={!summary}
        stats={[
          {
            label: t('recognition.queue'),
            value: summary?.queue_depth,
            hint: [
              t('recognition.queue_hint', { count: summary?.processing ?? 0 }),
              summary?.stale && t('recognition.stale', { count: summary.stale, n: number(summary.stale) }),
            ]
              .filter(Boolean)
              .join(' · '),
          },
          {
            label: t('recognition.failed'),
            value: summary?.failed,
            alarm: Boolean(summary?.failed),
            hint: t(summary?.failed ? 'recognition.failed_some' : 'recognition.failed_none'),
          },
          {
            label: t('recognition.completed'),
            value: summary?.completed_last_24h,
            hint: (
              <Sparkline
                values={hours}
                label={t('recognition.per_hour', { most: number(Math.max(0, ...hours)) })}
              />
            ),
          },
          {
            label: t('recognition.faces'),
            value: summary?.faces_detected_last_24h,
            hint: t('recognition.faces_hint', { n: number(perPhoto) }),
          },
        ]}
      />
    </div>
  );
}
