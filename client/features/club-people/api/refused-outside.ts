import { trpc } from '#client/lib/trpc.ts';

/** Saves what strangers see of photos with people who refused; the words of the question follow. */
export function useSaveRefusedOutside() {
  const utils = trpc.useUtils();
  return trpc.clubs.update.useMutation({
    onSuccess: () => Promise.all([utils.clubs.invalidate(), utils.guardians.invalidate()]),
  });
}
