import type { EventFilters } from '#client/features/galleries/events/api/list-events.ts';

/** How many coming events the dashboard shows. */
export const nextEventsShown = 5;

export const nextEventsInput = (today: string): EventFilters => ({
  from_date: today,
  limit: nextEventsShown,
});
