import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/confirm.tsx';
import { useDeletePhotos } from '#client/features/photos/api/delete-photos.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';

/** Asks for confirmation, deletes photos, reports which were skipped, and refreshes photos, people and counts. */
export function useConfirmDeletePhotos(galleryId: string) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.photo_delete'));
  const utils = trpc.useUtils();
  const deletion = useDeletePhotos();

  const ask = async (photo_ids: string[]): Promise<boolean> => {
    const count = photo_ids.length;
    const yes = await confirm({
      title: t('photos.delete_title', { count }),
      body: t('photos.delete_body', { count }),
      confirm: t('photos.delete_confirm', { count }),
      danger: true,
    });
    if (!yes) return false;
    try {
      const { deleted, skipped } = await deletion.mutateAsync({ photo_ids });
      const kept = skipped.forbidden.length + skipped.missing.length;
      if (kept > 0) toast.error(t('photos.delete_partial', { done: deleted, count: kept }));
      else toast.success(t('photos.deleted', { count: deleted }));
      utils.galleries.get.setData({ id: galleryId }, (gallery) =>
        gallery ? { ...gallery, photo_count: Math.max(0, gallery.photo_count - deleted) } : gallery,
      );
      void utils.photos.list.invalidate({ gallery_id: galleryId });
      void utils.galleries.invalidate();
      void utils.faces.invalidate();
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };

  return { ask, pending: deletion.isPending };
}
