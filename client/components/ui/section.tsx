import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** Title above the content instead of beside it, for content that needs the width. */
  stacked?: boolean;
  actions?: ReactNode;
}

/** A part of a page with its own heading: beside the content where there is room, above it on the phone. */
export function Section({ title, text, children, stacked = false, actions }: SectionProps) {
  return (
    <section className={classes.section} data-stacked={stacked || undefined}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
