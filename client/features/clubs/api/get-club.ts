import { trpc } from '#client/lib/trpc.ts';

export function useClub(id: string) {
  return trpc.clubs.get.useQuery({ id });
}

/** The clubs somebody administers, with the date of their appointment. */
export function useAdminClubs(userId: string) {
  return trpc.users.adminClubs.useQuery({ id: userId });
}
