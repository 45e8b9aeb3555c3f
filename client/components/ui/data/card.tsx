import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  /** A crest or a date. */
  mark: ReactNode;
  name: ReactNode;
  /** Under the name. */
  facts: ReactNode;
  /** In the corner. */
  tools?: ReactNode;
  chosen?: boolean;
  children: ReactNode;
}

/** A card of a club or event. Links that cover the whole card are positioned relative to it. */
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
