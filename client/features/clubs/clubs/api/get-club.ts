import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const clubQuery = (utils: Utils, id: string) => utils.clubs.get.queryOptions({ id });

export function useClub(id: string) {
  return useQuery(clubQuery(trpc.useUtils(), id));
}

/** The clubs a user administers, with the date of appointment. */
export const adminClubsQuery = (utils: Utils, userId: string) =>
  utils.clubs.listAdministered.queryOptions({ id: userId });

export function useAdminClubs(userId: string) {
  return useQuery(adminClubsQuery(trpc.useUtils(), userId));
}
