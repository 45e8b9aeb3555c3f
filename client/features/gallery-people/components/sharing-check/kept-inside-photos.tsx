import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import classes from './sharing-check-dialog.module.css';

interface KeptInsidePhotosProps {
  photos: SharingCheck['kept_inside']['photos'];
  busy: boolean;
  onShowAgain: (photoId: string) => void;
}

/** Photos that were left out by hand, each to be shown again. */
export function KeptInsidePhotos({ photos, busy, onShowAgain }: KeptInsidePhotosProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.photos}>
      {photos.map(({ id, filename, width, height, thumbnail_url }) => (
        <li key={id}>
          <img
            src={thumbnail_url}
            width={width}
            height={height}
            alt={t('sharing_check.photo_named', { name: filename })}
            loading="lazy"
            decoding="async"
          />
          <Button
            variant="default"
            fullWidth
            disabled={busy}
            aria-label={t('sharing_check.show_again_named', { name: filename })}
            onClick={() => onShowAgain(id)}
          >
            {t('sharing_check.show_again')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
