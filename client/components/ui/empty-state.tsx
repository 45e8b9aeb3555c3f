import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Announced at once: this is a failure, not an emptiness. */
  alert?: boolean;
}

/** Says what belongs here and offers the one next action. */
export function EmptyState({ icon: Mark, title, text, action, alert }: EmptyStateProps) {
  return (
    <div className={classes.empty} role={alert ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Mark size={28} stroke={1.5} aria-hidden="true" />
      </span>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
