import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import classes from './sharing-check-dialog.module.css';

type Photo = SharingCheck['kept_inside']['photos'][number];

interface PhotoTilesProps {
  photos: Photo[];
  /** What can be said about the photo. */
  answers: (photo: Photo) => ReactNode;
}

/** Photos that are left out by hand, or are to be. */
export function PhotoTiles({ photos, answers }: PhotoTilesProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.photos}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <img
            src={photo.thumbnail_url}
            width={photo.width}
            height={photo.height}
            alt={t('sharing_check.photo_named', { name: photo.filename })}
            loading="lazy"
            decoding="async"
          />
          {answers(photo)}
        </li>
      ))}
    </ul>
  );
}
