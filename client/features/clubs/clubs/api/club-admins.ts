import { trpc } from '#client/lib/trpc.ts';

export function useClubAdmins(id: string, enabled = true) {
  return trpc.clubs.admins.useQuery({ id }, { enabled });
}

export function useChangeClubAdmins() {
  const utils = trpc.useUtils();
  const invalidateAfter = { onSettled: () => utils.clubs.invalidate() };
  return {
    add: trpc.clubs.addAdmin.useMutation(invalidateAfter),
    remove: trpc.clubs.removeAdmin.useMutation(invalidateAfter),
  };
}
