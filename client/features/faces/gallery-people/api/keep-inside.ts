import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
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
  const leaveOut = (chosen: { person_id: string } | { photo_ids: string[] }) =>
    keeping
      .mutateAsync({ id: galleryId, ...chosen, kept: true })
      .then(
        ({ photo_ids }) =>
          toast.success(
            t('sharing_check.did_leave_out', { count: photo_ids.length, n: photo_ids.length }),
            takeBack(photo_ids),
          ),
        showError,
      );
  return { leaveOut, show, isPending: keeping.isPending };
}
