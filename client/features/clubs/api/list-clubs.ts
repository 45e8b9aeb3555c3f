import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

export interface ClubFilters {
  search?: string | undefined;
  my_clubs?: boolean | undefined;
  limit?: number;
}

export function useClubs(filters: ClubFilters = {}) {
  return trpc.clubs.list.useQuery({ limit: 500, ...filters }, { placeholderData: keepPreviousData });
}
