import { useTranslation } from 'react-i18next';
import { useUpdateGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

export function useSetCover(gallery: Gallery) {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.cover_set'));
  const update = useUpdateGallery();
  // Awaited, because the button may be unmounted (the pointer moved on) before the answer arrives.
  const setCover = async (photoId: string): Promise<boolean> => {
    try {
      await update.mutateAsync({ id: gallery.id, cover_photo_id: photoId });
      toast.success(t('photos.cover_set'));
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  return { setCover, pending: update.isPending };
}
