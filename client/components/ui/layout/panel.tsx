import type { HTMLAttributes, ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as: 'li' | 'aside';
  heading: 'h2' | 'h3';
  /** The heading, with an icon or a loader beside it. */
  title: ReactNode;
}

/** A framed area with a small heading. */
export function Panel({ as: Frame, heading: Heading, title, children, ...others }: PanelProps) {
  return (
    <Frame className={classes.panel} {...others}>
      <Heading className={classes.title}>{title}</Heading>
      {children}
    </Frame>
  );
}
