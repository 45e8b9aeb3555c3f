import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** By which links lead to it. */
  id?: string;
  /** Places the title above the content instead of beside it, for wide content. */
  stacked?: boolean;
}

/** A section of a page: its heading stands beside the content, on a phone above it. */
export function Section({ title, text, children, id, stacked = false }: SectionProps) {
  return (
    <section id={id} className={classes.section} data-stacked={stacked || undefined}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
