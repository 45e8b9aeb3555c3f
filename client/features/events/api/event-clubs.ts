import { trpc } from '#client/lib/trpc.ts';

export function useEventClubs() {
  const utils = trpc.useUtils();
  const invalidateAfter = { onSuccess: () => utils.events.invalidate() };
  return {
    set: trpc.events.setClubs.useMutation(invalidateAfter),
    remove: trpc.events.removeClub.useMutation(),
  };
}
