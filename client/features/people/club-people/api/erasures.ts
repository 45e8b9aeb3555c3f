import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export function useErasures(clubId: string, enabled = true) {
  return trpc.erasure.ofClub.useQuery({ id: clubId, limit: listSizes.receipts }, { enabled });
}

/** Erasing a person changes names and photos in galleries. */
export function useErasureActions() {
  return {
    erase: trpc.erasure.erase.useMutation(),
    decline: trpc.erasure.decline.useMutation(),
  };
}
