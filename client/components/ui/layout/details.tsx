import type { ReactNode } from 'react';
import classes from './details.module.css';

/** What only some want to read or do, folded away. */
export function Details({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={classes.details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
