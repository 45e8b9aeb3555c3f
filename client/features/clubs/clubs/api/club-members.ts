import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export interface MemberFilters {
  search?: string | undefined;
  limit: number;
  offset?: number;
}

/** The query input from the search params. */
export const membersInput = (filters: Filters) => ({
  search: filters.q,
  limit: listSizes.users,
  offset: (pageOf(filters) - 1) * listSizes.users,
});

export const membersQuery = (utils: Utils, id: string, filters: MemberFilters) =>
  utils.clubs.members.queryOptions({ id, ...filters });

export function useClubMembers(id: string, filters: MemberFilters) {
  return useQuery({ ...membersQuery(trpc.useUtils(), id, filters), placeholderData: keepPreviousData });
}

export const requestsQuery = (utils: Utils, id: string, filters: MemberFilters) =>
  utils.clubs.requests.queryOptions({ id, ...filters });

export function useClubRequests(id: string, filters: MemberFilters) {
  return useQuery({ ...requestsQuery(trpc.useUtils(), id, filters), placeholderData: keepPreviousData });
}

export const onlyCount = { limit: 1 };

/** The number of open requests, without the list. */
export function useOpenRequests(id: string, enabled = true): number | undefined {
  return useQuery({ ...requestsQuery(trpc.useUtils(), id, onlyCount), enabled }).data?.total;
}

/** Called for one id after the other in bulk actions; the caller refreshes the lists. */
export function useClubDecisions() {
  return {
    approve: trpc.clubs.approve.useMutation(),
    reject: trpc.clubs.reject.useMutation(),
    remove: trpc.clubs.removeMember.useMutation(),
  };
}
