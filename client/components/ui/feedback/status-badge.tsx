import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'quiet';

/** A status as text and colour. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
