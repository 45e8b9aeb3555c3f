import { today } from '#client/lib/format.ts';
import { addDays } from '#server/contract/calendar-dates.ts';

export type EventStatus = 'upcoming' | 'all' | 'past';

function isStatus(value: unknown): value is EventStatus {
  return value === 'upcoming' || value === 'all' || value === 'past';
}

export const statusOf = (value: unknown): EventStatus => (isStatus(value) ? value : 'upcoming');

/** The date range of a status. An event of today counts as upcoming. */
export function datesOf(status: EventStatus, now = today()): { from_date?: string; to_date?: string } {
  if (status === 'upcoming') return { from_date: now };
  if (status === 'past') return { to_date: addDays(now, -1) };
  return {};
}
