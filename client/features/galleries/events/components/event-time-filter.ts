import { firstUpcomingDate, lastPastDate } from '#server/contract/past-events.ts';

export type EventStatus = 'upcoming' | 'all' | 'past';
/** Shown where the address names no status. */
export const defaultStatus: EventStatus = 'upcoming';

function isStatus(value: unknown): value is EventStatus {
  return value === 'upcoming' || value === 'all' || value === 'past';
}

export const statusOf = (value: unknown): EventStatus => (isStatus(value) ? value : defaultStatus);

/** The date range of a status. @param today the server's date */
export function datesOf(status: EventStatus, today: string): { from_date?: string; to_date?: string } {
  if (status === 'upcoming') return { from_date: firstUpcomingDate(today) };
  if (status === 'past') return { to_date: lastPastDate(today) };
  return {};
}
