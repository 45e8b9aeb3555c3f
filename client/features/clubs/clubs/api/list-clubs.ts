import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filters } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export interface ClubFilters {
  search?: string | undefined;
  my_clubs?: boolean | undefined;
  limit?: number;
}

const allClubs = { limit: 500 };

export const clubsInput = ({ q, mine }: Filters): ClubFilters => ({
  ...allClubs,
  search: q,
  my_clubs: mine === '1' || undefined,
});

export const clubsQuery = (utils: Utils, filters: ClubFilters = allClubs) =>
  utils.clubs.list.queryOptions(filters);

export function useClubs(filters: ClubFilters = allClubs) {
  return useQuery({ ...clubsQuery(trpc.useUtils(), filters), placeholderData: keepPreviousData });
}
