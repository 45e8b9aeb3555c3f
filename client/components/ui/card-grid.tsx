import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './card-grid.module.css';

/** Cards of one height per row. */
export function CardGrid({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {children}
    </ul>
  );
}

/** Cards that are still on their way, in the shape they will have. */
export function CardGridSkeleton({ height, count = 6 }: { height: number; count?: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.grid} role="status" aria-label={t('session.loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} h={height} radius="lg" />
      ))}
    </div>
  );
}
