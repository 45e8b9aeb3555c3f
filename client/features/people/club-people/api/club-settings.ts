import { trpc } from '#client/lib/trpc.ts';

/** Saves what a club decided about its people; the words of the questions follow. */
export function useSaveClubSettings() {
  const utils = trpc.useUtils();
  return trpc.clubs.update.useMutation({
    onSuccess: () => Promise.all([utils.clubs.invalidate(), utils.guardians.invalidate()]),
  });
}
