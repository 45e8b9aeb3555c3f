import { IconPhotoStar, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TileAction } from '#client/components/photo-grid/tile-action.tsx';
import { useUpdateGallery } from '#client/features/galleries/api/save-gallery.ts';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { useConfirmDeletePhotos } from './use-confirm-delete-photos.ts';

/** The actions on a photo tile for users who may edit it. */
export function PhotoActions({ gallery, photo }: { gallery: Gallery; photo: Photo }) {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.cover_set'));
  const update = useUpdateGallery();
  const remove = useConfirmDeletePhotos(gallery.id);
  const { can_set_cover, can_delete_photos } = gallery.permissions;
  const isCover = gallery.cover_photo_id === photo.id;
  // Awaited, because the button may be unmounted (the pointer moved on) before the answer arrives.
  const setCover = async () => {
    try {
      await update.mutateAsync({ id: gallery.id, cover_photo_id: photo.id });
      toast.success(t('photos.cover_set'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      {can_set_cover && (
        <TileAction
          icon={IconPhotoStar}
          label={isCover ? t('photos.is_cover') : t('photos.set_cover', { name: photo.filename })}
          disabled={isCover || update.isPending}
          onClick={() => void setCover()}
        />
      )}
      {can_delete_photos && (
        <TileAction
          icon={IconTrash}
          label={t('photos.delete_named', { name: photo.filename })}
          onClick={() => void remove.ask([photo.id])}
        />
      )}
    </>
  );
}
