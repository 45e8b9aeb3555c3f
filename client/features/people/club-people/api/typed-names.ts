import { useTranslation } from 'react-i18next';
import { useUndoableChange } from '#client/hooks/use-undoable-change.ts';
import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** Names typed in the club's galleries that belong to nobody on its list. */
export function useTypedNames(clubId: string) {
  return trpc.galleryPeople.typedNames.useQuery({ id: clubId, limit: listSizes.max });
}

export interface MeantPerson {
  person_id: string;
  club_person_id: string;
  name: string;
}

export function useTypedNameActions() {
  const { t } = useTranslation();
  const { changeEach } = useUndoableChange(t('failed.club_person_save'));
  const linking = trpc.galleryPeople.link.useMutation();
  return {
    markSeen: trpc.galleryPeople.markTypedNamesSeen.useMutation(),
    areNobody: trpc.galleryPeople.namesAreNobody.useMutation(),
    isNobody: trpc.galleryPeople.nameIsNobody.useMutation(),
    isLinking: linking.isPending,
    /** Who is on one photo with somebody linked to the same stays as they are. */
    link: (people: readonly MeantPerson[]) =>
      changeEach(
        people.map(({ person_id: id, club_person_id, name }) => ({ id, club_person_id, name })),
        ({ id, club_person_id }) => linking.mutateAsync({ id, club_person_id, unless_together: true }),
        'gallery_people.linked_each',
      ),
  };
}
