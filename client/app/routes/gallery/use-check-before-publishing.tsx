import { useTranslation } from 'react-i18next';
import { SharingCheckDialog } from '#client/features/faces/gallery-people/components/sharing-check/sharing-check-dialog.tsx';
import type { GalleryValues } from '#client/features/galleries/galleries/components/use-gallery-form.ts';
import { useChecked } from '#client/hooks/use-checked.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** Before a gallery becomes public it is said who is in the photos, where somebody is to be checked. */
export function useCheckBeforePublishing(gallery: Gallery, save: (values: GalleryValues) => void) {
  const { t } = useTranslation();
  const onError = useErrorToast(t('failed.gallery_update'));
  const { act, isAsking, dialog } = useChecked((props) => (
    <SharingCheckDialog galleryId={gallery.id} {...props} />
  ));
  const saveChecked = (values: GalleryValues) => {
    if (values.visibility !== 'public' || gallery.visibility === 'public') return save(values);
    act({ galleryId: gallery.id, label: t('sharing_check.publish'), run: () => save(values), onError });
  };
  return { saveChecked, pending: isAsking, dialog };
}
