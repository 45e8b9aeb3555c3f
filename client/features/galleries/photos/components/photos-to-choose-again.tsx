import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';

/** How many photos are lost to the browser, because the page was closed before it had kept them. Of none nothing. */
export function PhotosToChooseAgain({ count }: { count: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (count === 0) return null;
  return (
    <Alert color="yellow" role="status">
      {t('upload.not_kept', { count, n: number(count) })}
    </Alert>
  );
}
