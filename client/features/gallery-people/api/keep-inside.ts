import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Leaves photos out of what people outside the club see; the toast takes it back. */
export function useKeepInside(galleryId: string) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const showError = useErrorToast();
  const keeping = trpc.shareLinks.keepInside.useMutation({
    onError: showError,
    onSettled: () => utils.shareLinks.invalidate(),
  });
  const showAgain = (photo_ids: string[]) =>
    keeping.mutate(
      { id: galleryId, photo_ids, kept: false },
      { onSuccess: () => toast.info(t('sharing_check.did_show_again')) },
    );
  const leaveOut = (person_id: string) =>
    keeping.mutate(
      { id: galleryId, person_id, kept: true },
      {
        onSuccess: ({ photo_ids }) =>
          toast.success(t('sharing_check.did_leave_out', { count: photo_ids.length, n: photo_ids.length }), {
            label: t('gallery_people.undo'),
            run: () => showAgain(photo_ids),
          }),
      },
    );
  return { leaveOut, showAgain, isPending: keeping.isPending };
}
