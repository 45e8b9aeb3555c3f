import type { EventFilters } from '#client/features/events/api/list-events.ts';
import { today } from '#client/lib/format.ts';

/** How many coming events the dashboard shows. */
export const nextEventsShown = 5;

export const nextEventsInput = (): EventFilters => ({ from_date: today(), limit: nextEventsShown });
