import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export function useErasures(clubId: string, enabled = true) {
  return trpc.erasure.ofClub.useQuery({ id: clubId, limit: listSizes.receipts }, { enabled });
}

/** Erasing a person changes names and photos in galleries. */
export function useErasureActions() {
  const utils = trpc.useUtils();
  const refresh = {
    onSettled: () =>
      Promise.all([
        utils.erasure.invalidate(),
        utils.clubPeople.invalidate(),
        utils.guardians.invalidate(),
        utils.faces.invalidate(),
        utils.photos.invalidate(),
        utils.takedowns.invalidate(),
        utils.invitations.invalidate(),
        utils.stats.waiting.invalidate(),
      ]),
  };
  return {
    erase: trpc.erasure.erase.useMutation(refresh),
    decline: trpc.erasure.decline.useMutation(refresh),
  };
}
