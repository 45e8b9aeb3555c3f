import { trpc } from '#client/lib/trpc.ts';

export function useClub(id: string) {
  return trpc.clubs.get.useQuery({ id });
}

/** The clubs a user administers, with the date of appointment. */
export function useAdminClubs(userId: string) {
  return trpc.users.adminClubs.useQuery({ id: userId });
}
