import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

export interface EventFilters {
  search?: string | undefined;
  club_id?: string | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
  mine?: boolean | undefined;
  limit: number;
  offset?: number;
}

export function useEvents(filters: EventFilters) {
  return trpc.events.list.useQuery(filters, { placeholderData: keepPreviousData });
}
