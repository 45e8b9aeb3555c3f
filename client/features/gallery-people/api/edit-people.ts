import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';

interface Changed {
  decision_id: string;
}

/** All changes to people; each shows a toast with undo. */
export function useEditPeople() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const refresh = () => {
    void utils.people.invalidate();
    void utils.faces.invalidate();
    void utils.photos.list.invalidate();
  };
  const undoing = trpc.people.undo.useMutation({ onSettled: refresh });
  const undo = async (id: string) => {
    try {
      await undoing.mutateAsync({ id });
      toast.info(t('gallery_people.undone'));
    } catch (error) {
      showError(error);
    }
  };

  /** Awaited, so that the toast is shown even if the calling component was unmounted by the change. */
  async function change(work: Promise<Changed>, sentence: string): Promise<boolean> {
    try {
      const { decision_id } = await work;
      toast.success(sentence, { label: t('gallery_people.undo'), run: () => void undo(decision_id) });
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      refresh();
    }
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
  const keepingApart = trpc.people.keepApart.useMutation();
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
  const rename = async (id: string, name: string) => {
    const done = await renaming.mutateAsync({ id, name });
    showName(id, name);
    return done;
  };

  return {
    undo,
    undoing: undoing.isPending ? undoing.variables.id : undefined,
    rename: (id: string, name: string) =>
      change(
        rename(id, name),
        name ? t('gallery_people.renamed', { name }) : t('gallery_people.name_removed'),
      ),
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
    hide: (id: string, hidden: boolean, name: string) =>
      change(
        hiding.mutateAsync({ id, hidden }),
        t(hidden ? 'gallery_people.hidden' : 'gallery_people.shown', { name }),
      ),
    choosePicture: (id: string, face_id: string) =>
      change(choosing.mutateAsync({ id, face_id }), t('gallery_people.picture_chosen')),
    link: (id: string, club_person_id: string, name: string) =>
      change(linking.mutateAsync({ id, club_person_id }), t('gallery_people.linked', { name })),
    unlink: (id: string, club_id: string, name: string) =>
      change(unlinking.mutateAsync({ id, club_id }), t('gallery_people.unlinked', { name })),
    /** Changes nothing in the gallery, so there is nothing to undo. */
    declineLink: async (id: string, club_person_id: string, name: string): Promise<boolean> => {
      try {
        await declining.mutateAsync({ id, club_person_id });
        toast.success(t('gallery_people.link_declined', { name }));
        return true;
      } catch (error) {
        showError(error);
        return false;
      } finally {
        void utils.people.linkQuestions.invalidate();
      }
    },
    keepApart: (first_id: string, second_id: string) =>
      change(keepingApart.mutateAsync({ first_id, second_id }), t('gallery_people.kept_apart')),
  };
}

export type EditPeople = ReturnType<typeof useEditPeople>;
