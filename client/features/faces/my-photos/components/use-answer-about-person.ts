import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useChangeFound } from '../api/my-photos.ts';
import type { ShownMember } from '../shown-names.ts';

export type SaidAboutPerson = 'yes' | 'no';

interface AnswerOptions {
  /** Called once a no is stored, before the photos of the person are gone. */
  onNo?: () => void;
  onUndone?: (personId: string) => void;
  /** The person's photos are not on the page yet: a yes is said to be noted, too, and no photos go away with a no. */
  isQuestion?: boolean;
}

/**
 * "This is Mia" or "this is not Mia" about a person of a gallery. A no takes all photos of the person off the page, so it
 * says how many and can be undone; a yes about photos that are shown is seen on the photo itself.
 */
export function useAnswerAboutPerson(
  member: ShownMember,
  { onNo, onUndone, isQuestion = false }: AnswerOptions,
) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const fail = useErrorToast();
  const { takeBackAnswer, takeBackRejection } = useChangeFound();
  const { id } = member;
  const name = member.shown_name;
  const answering = trpc.myPhotos.answer.useMutation({
    onError: fail,
    onSuccess: ({ earlier, photo_count }, { person_id, answer }) => {
      const undo = () =>
        takeBackAnswer.mutateAsync({ id, person_id, earlier }).then(() => {
          toast.success(t('my_photos.undone'));
          onUndone?.(person_id);
        }, fail);
      const count = isQuestion ? 0 : photo_count;
      const noted =
        answer === 'no'
          ? t('my_photos.noted', { name, count, n: number(count) })
          : isQuestion && t('my_photos.noted_yes', { name });
      if (answer === 'no') onNo?.();
      if (noted) toast.success(noted, { label: t('my_photos.undo'), run: undo });
    },
  });
  const rejecting = trpc.myPhotos.reject.useMutation({
    onError: fail,
    onSuccess: ({ decision_id }) => {
      const undo = () =>
        takeBackRejection
          .mutateAsync({ id, decision_id })
          .then(() => toast.success(t('my_photos.undone')), fail);
      onNo?.();
      toast.success(t('my_photos.noted_photo', { name }), { label: t('my_photos.undo'), run: undo });
    },
  });
  const pendingAnswer: SaidAboutPerson | undefined = rejecting.isPending
    ? 'no'
    : answering.isPending
      ? answering.variables.answer
      : undefined;
  return {
    reject: (person_id: string, photo_id: string) => rejecting.mutate({ id, person_id, photo_id }),
    say: (person_id: string, answer: SaidAboutPerson, { onError }: { onError?: () => void } = {}) =>
      answering.mutate({ id, person_id, answer }, onError ? { onError } : {}),
    pending: pendingAnswer,
  };
}
