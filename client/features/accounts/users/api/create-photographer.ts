import { trpc } from '#client/lib/trpc.ts';

export function useCreatePhotographer() {
  const utils = trpc.useUtils();
  return trpc.users.createPhotographer.useMutation({
    onSuccess: () => Promise.all([utils.users.invalidate(), utils.galleries.photographers.invalidate()]),
  });
}
