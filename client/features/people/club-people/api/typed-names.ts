import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** Names typed in the club's galleries that belong to nobody on its list. */
export function useTypedNames(clubId: string) {
  return trpc.galleryPeople.typedNames.useQuery({ id: clubId, limit: listSizes.max });
}

export function useTypedNameActions() {
  return {
    markSeen: trpc.galleryPeople.markTypedNamesSeen.useMutation(),
    areNobody: trpc.galleryPeople.namesAreNobody.useMutation(),
    isNobody: trpc.galleryPeople.nameIsNobody.useMutation(),
  };
}
