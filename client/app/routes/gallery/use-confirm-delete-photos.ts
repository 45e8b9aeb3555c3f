import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useDeletePhotos } from '#client/features/galleries/photos/api/delete-photos.ts';
import { useRestore } from '#client/features/galleries/photos/components/use-restore.ts';
import { useDaysKept } from '#client/hooks/use-days-kept.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';

/**
 * Asks for confirmation, deletes photos, and reports which were skipped. Where the
 * installation keeps deleted photos, those that nobody asked to take down can be restored.
 */
export function useConfirmDeletePhotos(galleryId: string) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.photo_delete'));
  const utils = trpc.useUtils();
  const deletion = useDeletePhotos();
  const { restore } = useRestore(galleryId);
  const daysKept = useDaysKept();

  /** @param shown photos among which some may have been asked to be taken down */
  const ask = async (photo_ids: string[], shown: readonly Photo[]): Promise<boolean> => {
    const count = photo_ids.length;
    const takenDown = new Set(shown.filter((photo) => photo.is_taken_down).map(({ id }) => id));
    const days = await daysKept();
    const kept = days === 0 ? [] : photo_ids.filter((id) => !takenDown.has(id));
    const yes = await confirm({
      title: t('photos.delete_title', { count }),
      body:
        kept.length === 0
          ? t('photos.delete_body', { count })
          : [
              t('photos.delete_kept', { count: days }),
              ...(kept.length < count ? [t('photos.delete_taken_down')] : []),
            ].join(' '),
      confirm: t('photos.delete_confirm', { count }),
      danger: true,
    });
    if (!yes) return false;
    try {
      const { deleted, deleted_ids, skipped } = await deletion.mutateAsync({ photo_ids });
      const left = skipped.forbidden.length + skipped.missing.length;
      const gone = new Set(deleted_ids);
      const restorable = kept.filter((id) => gone.has(id));
      const undo = { label: t('gallery_people.undo'), run: () => void restore(restorable) };
      if (left > 0) toast.error(t('photos.delete_partial', { done: deleted, count: left }));
      else toast.success(t('photos.deleted', { count: deleted }), restorable.length > 0 ? undo : undefined);
      utils.galleries.get.setData({ id: galleryId }, (gallery) =>
        gallery ? { ...gallery, photo_count: Math.max(0, gallery.photo_count - deleted) } : gallery,
      );
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };

  return { ask, pending: deletion.isPending };
}
