import type { ReactNode } from 'react';
import classes from './description-list.module.css';

/** A description list; its entries stand side by side where there is room. */
export function DescriptionList({ items }: { items: [label: string, value: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
