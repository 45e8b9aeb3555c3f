import { trpc } from '#client/lib/trpc.ts';

export function useClubAdmins(id: string, enabled = true) {
  return trpc.clubs.admins.useQuery({ id }, { enabled });
}

export function useChangeClubAdmins() {
  const utils = trpc.useUtils();
  const settle = { onSuccess: () => utils.clubs.invalidate() };
  return {
    add: trpc.clubs.addAdmin.useMutation(settle),
    remove: trpc.clubs.removeAdmin.useMutation(settle),
  };
}
