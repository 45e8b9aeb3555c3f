import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Asks the club who people are, or no longer; the toast takes it back. */
export function useAskClub(galleryId: string) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const asking = trpc.shareLinks.askClub.useMutation();
  const send = (person_ids: string[], asked: boolean, onSuccess: () => void) =>
    asking.mutateAsync({ id: galleryId, person_ids, asked }).then(onSuccess, showError);
  const takenBack = () => toast.info(t('sharing_check.taken_back'));
  return {
    ask: (ids: string[]) =>
      send(ids, true, () =>
        toast.success(t('sharing_check.did_ask'), {
          label: t('gallery_people.undo'),
          run: () => send(ids, false, takenBack),
        }),
      ),
    takeBack: (id: string) => send([id], false, takenBack),
    isPending: asking.isPending,
  };
}
