import { trpc } from '#client/lib/trpc.ts';

export function useEventClubs() {
  const utils = trpc.useUtils();
  // Also on failure: somebody else may have chosen other clubs meanwhile.
  const invalidateAfter = { onSettled: () => utils.events.invalidate() };
  return {
    set: trpc.events.setClubs.useMutation(invalidateAfter),
    remove: trpc.events.removeClub.useMutation(),
  };
}
