import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { type OnRefused, useUndoableChange } from '#client/hooks/use-undoable-change.ts';
import { isCode } from '#client/lib/error-message.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';

/** Names a person. Asks before a name that somebody else gave meanwhile is replaced; a no leaves that name, and is no failure. */
export function useRenamePerson() {
  const { t } = useTranslation();
  const { change } = useUndoableChange();
  const showError = useErrorToast();
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
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
  // A mutation hook, so that a 401 is checked by the session and no call waits for a connection.
  const renaming = trpc.galleryPeople.rename.useMutation();
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

  return async (id: string, name: string, seenName: string): Promise<boolean> => {
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
  };
}
