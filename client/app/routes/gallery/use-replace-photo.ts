import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bringBackPhoto, replacePhoto } from '#client/features/galleries/photos/api/replace-photo.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';

/** Puts a corrected file in the place of a photo's, or brings the version before back. */
export function useReplacePhoto() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const showError = useErrorToast(t('failed.photo_replace'));
  const [pending, setPending] = useState(false);

  const run = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
      await Promise.all([utils.photos.invalidate(), utils.galleryPeople.invalidate()]);
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  };
  const bringBack = (photo: Photo) =>
    run(async () => {
      await bringBackPhoto(photo.id);
      toast.success(t('photo_versions.brought_back'));
    });
  const replaceBy = (photo: Photo, file: File) =>
    run(async () => {
      const { replaced, held } = await replacePhoto(photo.id, file);
      const undo = { label: t('photo_versions.bring_back'), run: () => void bringBack(photo) };
      if (replaced) toast.success(t('photo_versions.replaced'), undo);
      else toast.info(t('photo_versions.same_bytes'));
      if (held) toast.info(t('deleted_photos.held', { count: 1, n: '1' }));
    });
  const choose = (photo: Photo) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/*';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) void replaceBy(photo, file);
    });
    input.click();
  };
  return { choose, bringBack, pending };
}
