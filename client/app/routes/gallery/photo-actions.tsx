import { useTranslation } from 'react-i18next';
import { TileAction } from '#client/components/photo-grid/tile-action.tsx';
import { IconPhotoStar } from '#client/icons/photo-star.ts';
import { IconTrash } from '#client/icons/trash.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { useConfirmDeletePhotos } from './use-confirm-delete-photos.ts';
import { useSetCover } from './use-set-cover.ts';

/** The actions on a photo tile for users who may edit it. */
export function PhotoActions({ gallery, photo }: { gallery: Gallery; photo: Photo }) {
  const { t } = useTranslation();
  const cover = useSetCover(gallery);
  const remove = useConfirmDeletePhotos(gallery.id);
  const { can_set_cover, can_delete_photos } = gallery.permissions;
  const isCover = gallery.cover_photo_id === photo.id;
  return (
    <>
      {can_set_cover && (
        <TileAction
          icon={IconPhotoStar}
          label={isCover ? t('photos.is_cover') : t('photos.set_cover', { name: photo.filename })}
          disabled={isCover || cover.pending}
          onClick={() => void cover.setCover(photo.id)}
        />
      )}
      {can_delete_photos && (
        <TileAction
          icon={IconTrash}
          label={t('photos.delete_named', { name: photo.filename })}
          onClick={() => void remove.ask([photo.id], [photo])}
        />
      )}
    </>
  );
}
