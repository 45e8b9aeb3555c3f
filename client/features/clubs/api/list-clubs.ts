import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';
import type { Filters } from '#client/lib/use-url-filters.ts';

export interface ClubFilters {
  search?: string | undefined;
  my_clubs?: boolean | undefined;
  limit?: number;
}

export const everyClub = { limit: 500 };

export const clubsWanted = ({ q, mine }: Filters): ClubFilters => ({
  ...everyClub,
  search: q,
  my_clubs: mine === '1' || undefined,
});

export function useClubs(filters: ClubFilters = everyClub) {
  return trpc.clubs.list.useQuery(filters, { placeholderData: keepPreviousData });
}
