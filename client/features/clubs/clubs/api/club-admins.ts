import { trpc } from '#client/lib/trpc.ts';

export function useClubAdmins(id: string, enabled = true) {
  return trpc.clubs.admins.useQuery({ id }, { enabled });
}

export function useChangeClubAdmins() {
  return {
    add: trpc.clubs.addAdmin.useMutation(),
    remove: trpc.clubs.removeAdmin.useMutation(),
  };
}
