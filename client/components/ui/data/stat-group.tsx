import type { ReactNode } from 'react';
import { useFormat } from '#client/hooks/use-format.ts';
import classes from './stat-group.module.css';

interface Stat {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  /** Highlighted as needing attention. */
  alarm?: boolean;
  hint?: ReactNode;
  /** Wraps the number in a link or a button. */
  wrap?: (figure: ReactNode) => ReactNode;
}

interface StatGroupProps {
  label: string;
  stats: Stat[];
  busy: boolean;
  small?: boolean;
}

/** Large numbers side by side; a zero is muted. */
export function StatGroup({ label, stats, busy, small = false }: StatGroupProps) {
  const { number } = useFormat();
  return (
    <dl className={classes.board} aria-label={label} aria-busy={busy} data-small={small || undefined}>
      {stats.map(({ label, value, alarm, hint, wrap = (figure) => figure }) => (
        <div key={label} className={classes.cell} data-hinted={hint ? true : undefined}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.figure} data-zero={value === 0 || undefined} data-alarm={alarm || undefined}>
            {value === undefined ? '–' : wrap(number(value))}
          </dd>
          {hint && <dd className={classes.hint}>{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
