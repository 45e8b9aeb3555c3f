import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Says whether photos that were added are shown outside, or left out. */
export function useAnswerAdded(galleryId: string) {
  const showError = useErrorToast();
  const answering = trpc.shareLinks.answerAdded.useMutation({ onError: showError });
  const answer = (photo_ids: string[], shown: boolean) =>
    answering.mutate({ id: galleryId, photo_ids, shown });
  return { answer, isPending: answering.isPending };
}
