import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/confirm.tsx';
import { isCode } from '#client/lib/error-message.ts';
import { runBulk } from '#client/lib/run-bulk.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';

interface Changed {
  decision_id: string;
}

/** An answer came too late: somebody else has answered the question, or put its people together. */
export const isAnsweredAlready = (error: unknown): boolean =>
  isCode(error, 'edit_conflict', 'person_not_found');

/** Called instead of showing the error. */
type OnRefused = (error: unknown) => void;

/** All changes to people; each shows a toast with undo. */
export function useEditPeople() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const refresh = () => {
    void utils.people.invalidate();
    void utils.faces.invalidate();
    void utils.photos.list.invalidate();
    void utils.links.invalidate();
  };
  const undoing = trpc.people.undo.useMutation({ onSettled: refresh });
  /** One after the other, in this order. */
  const undo = async (...ids: string[]) => {
    const { failed } = await runBulk(ids, (id) => undoing.mutateAsync({ id }));
    const [failure] = failed;
    if (failure) showError(failure.error);
    else toast.info(t('gallery_people.undone'));
  };

  /** Awaited, so that the toast is shown even if the calling component was unmounted by the change. */
  async function change(
    work: Promise<Changed>,
    sentence: string,
    onRefused: OnRefused = showError,
  ): Promise<boolean> {
    try {
      const { decision_id } = await work;
      toast.success(sentence, { label: t('gallery_people.undo'), run: () => void undo(decision_id) });
      return true;
    } catch (error) {
      onRefused(error);
      return false;
    } finally {
      refresh();
    }
  }

  /**
   * One change of several people, one after the other, since the server knows no common one. One toast for all; its undo
   * begins with the latest.
   */
  async function hide(people: readonly { id: string; name: string }[], hidden: boolean): Promise<boolean> {
    const decisions: string[] = [];
    const { succeeded, failed } = await runBulk(
      people.map(({ id }) => id),
      async (id) => decisions.unshift((await hiding.mutateAsync({ id, hidden })).decision_id),
    );
    refresh();
    const [first] = people.filter(({ id }) => succeeded.includes(id));
    const [failure] = failed;
    if (failure) showError(failure.error);
    if (first)
      toast.success(
        t(hidden ? 'gallery_people.hidden' : 'gallery_people.shown', {
          count: succeeded.length,
          name: first.name,
        }),
        { label: t('gallery_people.undo'), run: () => void undo(...decisions) },
      );
    return !failure;
  }

  // Mutation hooks, so that a 401 is checked by the session and no call waits for a connection.
  const renaming = trpc.people.rename.useMutation();
  const merging = trpc.people.merge.useMutation();
  const moving = trpc.people.moveFaces.useMutation();
  const rejecting = trpc.people.reject.useMutation();
  const hiding = trpc.people.hide.useMutation();
  const choosing = trpc.people.setRepresentative.useMutation();
  const linking = trpc.people.link.useMutation();
  const unlinking = trpc.people.unlink.useMutation();
  const declining = trpc.people.declineLink.useMutation();
  const askingAgain = trpc.people.takeBackDeclinedLink.useMutation({ onSettled: refresh });
  const keepingApart = trpc.people.keepApart.useMutation();
  const marking = trpc.people.markChecked.useMutation();
  /**
   * Updates the cache at once, so that the old name does not reappear until the list is refetched. A linked person shows
   * the name of the club.
   */
  const showName = (id: string, name: string) =>
    queries.setQueriesData<{ faces: Person[] }>(
      { queryKey: getQueryKey(trpc.faces.people) },
      (before) =>
        before && {
          ...before,
          faces: before.faces.map((person) =>
            person.id === id
              ? { ...person, name, shown_name: person.club_people.length > 0 ? person.shown_name : name }
              : person,
          ),
        },
    );
  const rename = async (id: string, name: string, seen_name: string) => {
    const done = await renaming.mutateAsync({ id, name, seen_name });
    showName(id, name);
    return done;
  };

  /** The name that somebody else has given the person meanwhile; undefined where it is the one that was seen. */
  async function nameGivenMeanwhile(id: string, seenName: string): Promise<string | undefined> {
    await utils.faces.people.invalidate();
    const lists = queries.getQueriesData<{ faces: Person[] }>({
      queryKey: getQueryKey(trpc.faces.people),
      type: 'active',
    });
    const name = lists.flatMap(([, list]) => list?.faces ?? []).find((person) => person.id === id)?.name;
    return name === seenName ? undefined : name;
  }

  /** Asks before another name is replaced. A no leaves that name, and is no failure. */
  async function renameSeen(id: string, name: string, seenName: string): Promise<boolean> {
    let refusal: unknown;
    const save = (seen: string, onRefused?: OnRefused) =>
      change(
        rename(id, name, seen),
        name ? t('gallery_people.renamed', { name }) : t('gallery_people.name_removed'),
        onRefused,
      );
    const done = await save(seenName, (error) => {
      refusal = error;
    });
    if (done) return true;
    const other = isCode(refusal, 'edit_conflict') && (await nameGivenMeanwhile(id, seenName));
    if (!other) {
      showError(refusal);
      return false;
    }
    const replace = await confirm({
      title: t('gallery_people.named_meanwhile', { name: other }),
      body: name
        ? t('gallery_people.named_meanwhile_text', { name })
        : t('gallery_people.named_meanwhile_remove_text'),
      confirm: t(name ? 'gallery_people.replace_name' : 'gallery_people.remove_name'),
    });
    return replace ? save(other) : true;
  }

  return {
    undo,
    undoing: undoing.isPending ? undoing.variables.id : undefined,
    rename: renameSeen,
    merge: (id: string, person_ids: string[]) =>
      change(
        merging.mutateAsync({ id, person_ids }),
        t('gallery_people.merged', { count: person_ids.length + 1 }),
      ),
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
    hide,
    choosePicture: (id: string, face_id: string) =>
      change(choosing.mutateAsync({ id, face_id }), t('gallery_people.picture_chosen')),
    link: (id: string, club_person_id: string, name: string) =>
      change(linking.mutateAsync({ id, club_person_id }), t('gallery_people.linked', { name })),
    unlink: (id: string, club_id: string, name: string) =>
      change(unlinking.mutateAsync({ id, club_id }), t('gallery_people.unlinked', { name })),
    /** Before they are shown outside the club. */
    markChecked: (gallery_id: string, person_ids: string[], checked_as: 'nobody_known' | 'unanswered') =>
      change(marking.mutateAsync({ gallery_id, person_ids, checked_as }), t('sharing_check.did_mark')),
    /** No decision about the gallery, so its undo takes the answer back. */
    answerLinkNo: async (
      id: string,
      club_person_id: string,
      name: string,
      onRefused: OnRefused,
    ): Promise<boolean> => {
      try {
        await declining.mutateAsync({ id, club_person_id, as_answer: true });
        const takeBack = () =>
          askingAgain.mutate(
            { id, club_person_id },
            { onSuccess: () => toast.info(t('gallery_people.undone')), onError: showError },
          );
        toast.success(t('gallery_people.link_declined', { name }), {
          label: t('gallery_people.undo'),
          run: takeBack,
        });
        return true;
      } catch (error) {
        onRefused(error);
        return false;
      }
    },
    answerLinkYes: (id: string, club_person_id: string, name: string, onRefused: OnRefused) =>
      change(
        linking.mutateAsync({ id, club_person_id, as_answer: true }),
        t('gallery_people.linked', { name }),
        onRefused,
      ),
    answerSame: (id: string, other: string, onRefused: OnRefused) =>
      change(
        merging.mutateAsync({ id, person_ids: [other], as_answer: true }),
        t('gallery_people.merged', { count: 2 }),
        onRefused,
      ),
    answerDifferent: (first_id: string, second_id: string, onRefused: OnRefused) =>
      change(keepingApart.mutateAsync({ first_id, second_id }), t('gallery_people.kept_apart'), onRefused),
  };
}

export type EditPeople = ReturnType<typeof useEditPeople>;
