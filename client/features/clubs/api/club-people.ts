import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

export interface PeopleFilters {
  search?: string | undefined;
  limit: number;
  offset?: number;
}

export function useClubMembers(id: string, filters: PeopleFilters) {
  return trpc.clubs.members.useQuery({ id, ...filters }, { placeholderData: keepPreviousData });
}

export function useClubRequests(id: string, filters: PeopleFilters) {
  return trpc.clubs.requests.useQuery({ id, ...filters }, { placeholderData: keepPreviousData });
}

/** How many ask to join, without the list. */
export function useOpenRequests(id: string, enabled = true): number | undefined {
  return trpc.clubs.requests.useQuery({ id, limit: 1 }, { enabled }).data?.total;
}

/** Called one by one over a choice; who calls brings the lists up to date afterwards. */
export function useClubDecisions() {
  return {
    approve: trpc.clubs.approve.useMutation(),
    reject: trpc.clubs.reject.useMutation(),
    remove: trpc.clubs.removeMember.useMutation(),
  };
}
