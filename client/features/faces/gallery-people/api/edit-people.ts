import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { type OnRefused, useUndoableChange } from '#client/hooks/use-undoable-change.ts';
import { isCode, wireErrorOf } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** An answer came too late: somebody else has answered the question, or put its people together. */
export const isAnsweredAlready = (error: unknown): boolean =>
  isCode(error, 'edit_conflict', 'person_not_found');

/** All changes to people; each shows a toast with undo. */
export function useEditPeople() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { change, changeEach, undo, undoing } = useUndoableChange();
  const confirm = useConfirm();
  // Mutation hooks, so that a 401 is checked by the session and no call waits for a connection.
  const merging = trpc.galleryPeople.merge.useMutation();
  const moving = trpc.galleryPeople.moveFaces.useMutation();
  const rejecting = trpc.galleryPeople.reject.useMutation();
  const hiding = trpc.galleryPeople.hide.useMutation();
  const choosing = trpc.galleryPeople.setRepresentative.useMutation();
  const linking = trpc.galleryPeople.link.useMutation();
  const unlinking = trpc.galleryPeople.unlink.useMutation();
  const declining = trpc.galleryPeople.declineLink.useMutation();
  const askingAgain = trpc.galleryPeople.takeBackDeclinedLink.useMutation();
  const keepingApart = trpc.galleryPeople.keepApart.useMutation();
  const sayingNobody = trpc.galleryPeople.nameIsNobody.useMutation();
  const marking = trpc.galleryPeople.markChecked.useMutation();
  /** Asks before two who are on one photo become one person, which is hardly ever meant; undefined: they stay two. */
  async function unlessTogether(
    call: (unless_together: boolean) => Promise<{ decision_id: string }>,
    sentence: string,
  ): Promise<boolean | undefined> {
    let refusal: unknown;
    const done = await change(call(true), sentence, (error) => {
      refusal = error;
    });
    if (done) return true;
    if (!isCode(refusal, 'people_together')) {
      showError(refusal);
      return false;
    }
    const isSame = await confirm({
      title: t('gallery_people.together', { count: Number(wireErrorOf(refusal)?.params.photos) }),
      body: t('gallery_people.together_text'),
      confirm: t('gallery_people.together_confirm'),
    });
    return isSame ? change(call(false), sentence) : undefined;
  }
  return {
    undo,
    undoing,
    merge: async (id: string, person_ids: string[]) =>
      (await unlessTogether(
        (unless_together) => merging.mutateAsync({ id, person_ids, unless_together }),
        t('gallery_people.merged', { count: person_ids.length + 1 }),
      )) ?? false,
    /** Of two whom one photo alone keeps apart. */
    mergeTogether: (id: string, person_id: string) =>
      change(merging.mutateAsync({ id, person_ids: [person_id] }), t('gallery_people.merged', { count: 2 })),
    move: (gallery_id: string, face_ids: string[], person: { id: string; name: string } | null) =>
      change(
        moving.mutateAsync({ gallery_id, face_ids, person_id: person?.id ?? null }),
        person
          ? t('gallery_people.moved', { count: face_ids.length, name: person.name })
          : t('gallery_people.split', { count: face_ids.length }),
      ),
    reject: (id: string, face_ids: string[], name: string) =>
      change(
        rejecting.mutateAsync({ id, face_ids }),
        t('gallery_people.rejected', { count: face_ids.length, name }),
      ),
    hide: (people: readonly { id: string; name: string }[], hidden: boolean) =>
      changeEach(
        people,
        ({ id }) => hiding.mutateAsync({ id, hidden }),
        hidden ? 'gallery_people.hidden' : 'gallery_people.shown',
      ),
    /** Who is on one photo with somebody linked to the same stays as they are. */
    linkEach: (people: readonly { id: string; club_person_id: string; name: string }[]) =>
      changeEach(
        people,
        ({ id, club_person_id }) => linking.mutateAsync({ id, club_person_id, unless_together: true }),
        'gallery_people.linked_each',
      ),
    choosePicture: (id: string, face_id: string) =>
      change(choosing.mutateAsync({ id, face_id }), t('gallery_people.picture_chosen')),
    /** Whether there is nothing left to do, also by a no. */
    link: async (id: string, club_person_id: string, name: string) =>
      (await unlessTogether(
        (unless_together) => linking.mutateAsync({ id, club_person_id, unless_together }),
        t('gallery_people.linked', { name }),
      )) ?? true,
    unlink: (id: string, club_id: string, name: string) =>
      change(unlinking.mutateAsync({ id, club_id }), t('gallery_people.unlinked', { name })),
    /** The name as it is on the screen. */
    nameIsNobody: (gallery_id: string, { id, name }: { id: string; name: string }) =>
      change(
        sayingNobody.mutateAsync({ gallery_id, people: [{ id, name }] }),
        t('gallery_people.did_say_nobody', { name }),
      ),
    /** Before they are shown outside the club. */
    markChecked: (gallery_id: string, person_ids: string[], checked_as: 'nobody_known' | 'unanswered') =>
      change(marking.mutateAsync({ gallery_id, person_ids, checked_as }), t('sharing_check.did_mark')),
    /** None of these people. No decision about the gallery, so its undo takes the answers back. */
    answerLinkNo: async (
      id: string,
      people: readonly { club_person_id: string; name: string }[],
      onRefused: OnRefused,
    ): Promise<boolean> => {
      try {
        for (const { club_person_id } of people)
          await declining.mutateAsync({ id, club_person_id, as_answer: true });
      } catch (error) {
        onRefused(error);
        return false;
      }
      const takeBack = async () => {
        try {
          for (const { club_person_id } of people) await askingAgain.mutateAsync({ id, club_person_id });
          toast.info(t('gallery_people.undone'));
        } catch (error) {
          showError(error);
        }
      };
      const names = people.map(({ name }) => name).join(', ');
      toast.success(t('gallery_people.link_declined', { name: names }), {
        label: t('gallery_people.undo'),
        run: () => void takeBack(),
      });
      return true;
    },
    /** `or_else`: the other one whom the question named. */
    answerLinkYes: (
      id: string,
      { club_person_id, name }: { club_person_id: string; name: string },
      or_else: string | undefined,
      onRefused: OnRefused,
    ) =>
      change(
        linking.mutateAsync({ id, club_person_id, as_answer: true, or_else }),
        t('gallery_people.linked', { name }),
        onRefused,
      ),
    answerSame: (id: string, other: string, or_else: string | undefined, onRefused: OnRefused) =>
      change(
        merging.mutateAsync({ id, person_ids: [other], as_answer: true, or_else }),
        t('gallery_people.merged', { count: 2 }),
        onRefused,
      ),
    answerDifferent: (first_id: string, others: readonly string[], onRefused?: OnRefused) =>
      change(
        others.map((second_id) => () => keepingApart.mutateAsync({ first_id, second_id })),
        t('gallery_people.kept_apart'),
        onRefused,
      ),
  };
}

export type EditPeople = ReturnType<typeof useEditPeople>;
