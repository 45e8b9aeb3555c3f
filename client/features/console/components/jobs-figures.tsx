import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useFormat } from '#client/lib/use-format.ts';
import type { jobsSummary } from '#server/contract/schemas/faces.ts';
import classes from './jobs-figures.module.css';
import { Sparkline } from './sparkline.tsx';

type Summary = z.output<typeof jobsSummary>;

/** Four figures like a scoreboard, the third with the day behind it. */
export function JobsFigures({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const done = summary?.completed_last_24h ?? 0;
  const perPhoto = done ? Math.round(((summary?.faces_detected_last_24h ?? 0) / done) * 10) / 10 : 0;
  const shown = (value: number | undefined) => (value === undefined ? '–' : number(value));
  return (
    <dl className={classes.board} aria-label={t('console.figures')} aria-busy={!summary}>
      <div className={classes.cell}>
        <dt className={classes.label}>{t('console.queue')}</dt>
        <dd className={classes.figure} data-zero={summary?.queue_depth === 0 || undefined}>
          {shown(summary?.queue_depth)}
        </dd>
        <dd className={classes.hint}>{t('console.queue_hint', { count: summary?.processing ?? 0 })}</dd>
      </div>
      <div className={classes.cell}>
        <dt className={classes.label}>{t('console.failed')}</dt>
        <dd
          className={classes.figure}
          data-alarm={summary?.failed ? true : undefined}
          data-zero={summary?.failed === 0 || undefined}
        >
          {shown(summary?.failed)}
        </dd>
        <dd className={classes.hint}>{t(summary?.failed ? 'console.failed_some' : 'console.failed_none')}</dd>
      </div>
      <div className={classes.cell}>
        <dt className={classes.label}>{t('console.completed')}</dt>
        <dd className={classes.figure}>{shown(summary?.completed_last_24h)}</dd>
        <dd className={classes.hint}>
          <Sparkline
            values={summary?.per_hour ?? Array.from({ length: 24 }, () => 0)}
            label={t('console.per_hour', { most: number(Math.max(0, ...(summary?.per_hour ?? []))) })}
          />
        </dd>
      </div>
      <div className={classes.cell}>
        <dt className={classes.label}>{t('console.faces')}</dt>
        <dd className={classes.figure}>{shown(summary?.faces_detected_last_24h)}</dd>
        <dd className={classes.hint}>{t('console.faces_hint', { n: number(perPhoto) })}</dd>
      </div>
    </dl>
  );
}
