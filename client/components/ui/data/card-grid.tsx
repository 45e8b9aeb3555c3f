import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './card-grid.module.css';

/** A grid of cards; the cards of a row have the same height. */
export function CardGrid(props: { children: ReactNode; label: string; pictures?: boolean }) {
  const { children, label, pictures } = props;
  return (
    <ul className={classes.grid} aria-label={label} data-pictures={pictures || undefined}>
      {children}
    </ul>
  );
}

/** Placeholder cards while loading. */
export function CardGridSkeleton(props: { height: number; count?: number; pictures?: boolean }) {
  const { height, count = 6, pictures } = props;
  const { t } = useTranslation();
  return (
    <div
      className={classes.grid}
      data-pictures={pictures || undefined}
      role="status"
      aria-label={t('session.loading')}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} h={height} radius="lg" />
      ))}
    </div>
  );
}
