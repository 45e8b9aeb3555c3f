import type { ReactNode, Ref } from 'react';
import type { Icon } from '#client/icons/icon.tsx';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Announced as an alert: a failure, not an empty list. */
  alert?: boolean;
  /** The only content of the screen: the title is its h1. */
  whole?: boolean;
  /** The focus goes to the title when the list becomes empty: then it is a heading. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** An empty list: explains what belongs here and offers one action. */
export function EmptyState({
  icon: Mark,
  title,
  text,
  action,
  alert,
  whole = false,
  headingRef,
}: EmptyStateProps) {
  const Title = whole ? 'h1' : 'p';
  return (
    <div className={classes.empty} role={alert ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Mark size={28} stroke={1.5} aria-hidden="true" />
      </span>
      {headingRef ? (
        <h2 ref={headingRef} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
      ) : (
        <Title className={classes.title}>{title}</Title>
      )}
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
