import { trpc } from '#client/lib/trpc.ts';

export function useCreateClub() {
  const utils = trpc.useUtils();
  return trpc.clubs.create.useMutation({ onSuccess: () => utils.clubs.invalidate() });
}

export function useUpdateClub() {
  const utils = trpc.useUtils();
  return trpc.clubs.update.useMutation({ onSuccess: () => utils.clubs.invalidate() });
}

export function useDeleteClub() {
  return trpc.clubs.delete.useMutation();
}
