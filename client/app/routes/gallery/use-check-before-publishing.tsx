import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SharingCheckDialog } from '#client/features/faces/gallery-people/components/sharing-check/sharing-check-dialog.tsx';
import type { GalleryValues } from '#client/features/galleries/galleries/components/use-gallery-form.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useAskSharingCheck } from '#client/hooks/use-sharing-check.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** Before a gallery becomes public it is said who is in the photos, where somebody is to be checked. */
export function useCheckBeforePublishing(gallery: Gallery, save: (values: GalleryValues) => void) {
  const { t } = useTranslation();
  const ask = useAskSharingCheck();
  const showError = useErrorToast(t('failed.gallery_update'));
  const [pending, setPending] = useState(false);
  const [waiting, setWaiting] = useState<GalleryValues>();
  const close = () => setWaiting(undefined);

  const saveChecked = async (values: GalleryValues) => {
    if (values.visibility !== 'public' || gallery.visibility === 'public') return save(values);
    setPending(true);
    try {
      const { to_ask } = await ask(gallery.id);
      if (to_ask > 0) setWaiting(values);
      else save(values);
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  };
  const publish = (values: GalleryValues) => {
    close();
    save(values);
  };
  const dialog = waiting && (
    <SharingCheckDialog
      galleryId={gallery.id}
      confirm={{ label: t('sharing_check.publish'), run: () => publish(waiting) }}
      onClose={close}
    />
  );
  return { saveChecked: (values: GalleryValues) => void saveChecked(values), pending, dialog };
}
