import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { refreshOnce } from '#client/lib/refresh-stale.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Leaves photos out of what people outside the club see, or shows them; the toast takes it back. */
export function useKeepInside(galleryId: string) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const keeping = trpc.shareLinks.keepInside.useMutation();
  const takeBack = (photo_ids: string[]) => ({
    label: t('gallery_people.undo'),
    run: () =>
      keeping
        .mutateAsync({ id: galleryId, photo_ids, kept: null })
        .then(() => toast.info(t('gallery_people.undone')), showError),
  });
  const show = (photoId: string) =>
    keeping
      .mutateAsync({ id: galleryId, photo_ids: [photoId], kept: false })
      .then(({ photo_ids }) => toast.success(t('sharing_check.did_show'), takeBack(photo_ids)), showError);
  /** One after the other; one toast for all. */
  const leaveOut = async (...chosen: ({ person_id: string } | { photo_ids: string[] })[]) => {
    const left: string[] = [];
    try {
      await refreshOnce(async () => {
        for (const each of chosen)
          left.push(...(await keeping.mutateAsync({ id: galleryId, ...each, kept: true })).photo_ids);
      });
    } catch (error) {
      showError(error);
    }
    if (left.length > 0)
      toast.success(t('sharing_check.did_leave_out', { count: left.length, n: left.length }), takeBack(left));
  };
  return { leaveOut, show, isPending: keeping.isPending };
}
