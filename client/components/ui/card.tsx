import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  /** A crest, a date: what one knows it by. */
  mark: ReactNode;
  name: ReactNode;
  /** Under the name. */
  facts: ReactNode;
  /** In the corner. */
  tools?: ReactNode;
  chosen?: boolean;
  children: ReactNode;
}

/** One club or event in a grid of them; whatever fills the whole card is measured by it. */
export function Card({ mark, name, facts, tools, chosen = false, children }: CardProps) {
  return (
    <li className={classes.card} data-chosen={chosen || undefined}>
      <div className={classes.head}>
        {mark}
        <div className={classes.words}>
          <h2 className={classes.name}>{name}</h2>
          {facts}
        </div>
        {tools}
      </div>
      {children}
    </li>
  );
}
