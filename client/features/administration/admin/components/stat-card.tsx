import type { ReactNode } from 'react';
import { Panel } from '#client/components/ui/layout/panel.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Icon } from '#client/icons/icon.tsx';
import classes from './stat-card.module.css';

interface Figure {
  label: string;
  /** A number, a formatted text, or undefined while loading. */
  value: number | string | undefined;
  /** Highlighted as needing attention. */
  alarm?: boolean;
}

interface StatCardProps {
  icon: Icon;
  title: string;
  figures: Figure[];
  foot: ReactNode;
}

/** The statistics of one area, and a link to it. */
export function StatCard({ icon: Mark, title, figures, foot }: StatCardProps) {
  const { number } = useFormat();
  return (
    <Panel
      as="li"
      heading="h2"
      title={
        <>
          <Mark size={20} stroke={1.7} className={classes.icon} />
          {title}
        </>
      }
    >
      <dl className={classes.figures}>
        {figures.map(({ label, value, alarm }) => (
          <div key={label} className={classes.cell}>
            <dt className={classes.label}>{label}</dt>
            <dd
              className={classes.figure}
              data-zero={value === 0 || undefined}
              data-alarm={alarm || undefined}
            >
              {typeof value === 'number' ? number(value) : (value ?? '–')}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.foot}>{foot}</div>
    </Panel>
  );
}
