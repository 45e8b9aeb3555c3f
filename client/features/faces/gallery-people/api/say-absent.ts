import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Says of people who refused that they are on none of the photos; the toast takes it back. */
export function useSayAbsent(galleryId: string) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const saying = trpc.shareLinks.sayAbsent.useMutation();
  const send = (club_person_ids: string[], absent: boolean, onSuccess?: () => void) =>
    saying.mutateAsync({ id: galleryId, club_person_ids, absent }).then(onSuccess, showError);
  return {
    sayAbsent: (ids: string[]) =>
      send(ids, true, () =>
        toast.success(t('sharing_check.did_say_absent'), {
          label: t('gallery_people.undo'),
          run: () => send(ids, false),
        }),
      ),
    isPending: saying.isPending,
  };
}
