import { trpc } from '#client/lib/trpc.ts';

export function useCreatePhotographer() {
  const utils = trpc.useUtils();
  return trpc.users.createPhotographer.useMutation({ onSuccess: () => utils.users.invalidate() });
}
