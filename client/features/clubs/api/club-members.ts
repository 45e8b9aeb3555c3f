import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { type Filters, pageOf } from '#client/lib/use-url-filters.ts';
import { limits } from '#server/contract/limits.ts';

export interface MemberFilters {
  search?: string | undefined;
  limit: number;
  offset?: number;
}

/** The query input from the search params. */
export const membersInput = (filters: Filters) => ({
  search: filters.q,
  limit: limits.usersPerPage,
  offset: (pageOf(filters) - 1) * limits.usersPerPage,
});

export function useClubMembers(id: string, filters: MemberFilters) {
  return trpc.clubs.members.useQuery({ id, ...filters }, { placeholderData: keepPreviousData });
}

export function useClubRequests(id: string, filters: MemberFilters) {
  return trpc.clubs.requests.useQuery({ id, ...filters }, { placeholderData: keepPreviousData });
}

export const onlyCount = { limit: 1 };

/** The number of open requests, without the list. */
export function useOpenRequests(id: string, enabled = true): number | undefined {
  return trpc.clubs.requests.useQuery({ id, ...onlyCount }, { enabled }).data?.total;
}

/** Called for one id after the other in bulk actions; the caller refreshes the lists. */
export function useClubDecisions() {
  return {
    approve: trpc.clubs.approve.useMutation(),
    reject: trpc.clubs.reject.useMutation(),
    remove: trpc.clubs.removeMember.useMutation(),
  };
}
