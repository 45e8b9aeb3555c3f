import { trpc } from '#client/lib/trpc.ts';

export function useEventClubs() {
  return {
    set: trpc.events.setClubs.useMutation(),
    remove: trpc.events.removeClub.useMutation(),
  };
}
