import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './photo-grid-skeleton.module.css';

const widths = [3, 2, 3, 1.4, 3, 1.4, 3, 2, 3, 3, 1.4, 2, 3];

/** Placeholder rows while photos load. */
export function PhotoGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.rows} role="status" aria-label={t('session.loading')}>
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} h={220} radius={2} style={{ flex: `${width} 1 ${width * 90}px` }} />
      ))}
    </div>
  );
}
