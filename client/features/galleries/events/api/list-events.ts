import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { datesOf, statusOf } from '../components/event-time-filter.ts';

export interface EventFilters {
  search?: string | undefined;
  club_id?: string | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
  mine?: boolean | undefined;
  limit: number;
  offset?: number;
}

/** The query input from the search params; "mine" applies only to users who may create events. */
export const eventsInput = (filters: Filters, mayCreate: boolean, today: string): EventFilters => ({
  search: filters.q,
  club_id: filters.club,
  mine: (filters.mine === '1' && mayCreate) || undefined,
  ...datesOf(statusOf(filters.status), today),
  limit: listSizes.events,
  offset: (pageOf(filters) - 1) * listSizes.events,
});

/** For selects: as many events as one answer holds. */
export const allEvents: EventFilters = { limit: listSizes.max };

/** For the figure beside a club. */
export const countOfClub = (clubId: string): EventFilters => ({ club_id: clubId, limit: 1 });

export const eventsQuery = (utils: Utils, filters: EventFilters) => utils.events.list.queryOptions(filters);

/** @param enabled false until the server has told its date, where the filters hold it */
export function useEvents(filters: EventFilters, enabled = true) {
  return useQuery({ ...eventsQuery(trpc.useUtils(), filters), placeholderData: keepPreviousData, enabled });
}
