import { trpc } from '#client/lib/trpc.ts';

export function useEventClubs() {
  const utils = trpc.useUtils();
  const settle = { onSuccess: () => utils.events.invalidate() };
  return {
    set: trpc.events.setClubs.useMutation(settle),
    remove: trpc.events.removeClub.useMutation(),
  };
}
