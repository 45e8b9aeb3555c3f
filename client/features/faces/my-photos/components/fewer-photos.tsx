import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Fewer } from './use-keep-reference.ts';

/** Of whom photos are not shown any more, since a picture of somebody was kept. */
export function FewerPhotos({ name, fewer }: { name: string; fewer: readonly Fewer[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Alert>
      {fewer.map(({ id, other, count }) => (
        <div key={id}>{t('my_photos.now_asked', { name, other, count, n: number(count) })}</div>
      ))}
    </Alert>
  );
}
