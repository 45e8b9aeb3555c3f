import { today } from '#client/lib/format.ts';

export type EventStatus = 'upcoming' | 'all' | 'past';

function isStatus(value: unknown): value is EventStatus {
  return value === 'upcoming' || value === 'all' || value === 'past';
}

export const statusOf = (value: unknown): EventStatus => (isStatus(value) ? value : 'upcoming');

function dayBefore(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const before = new Date(Date.UTC(year, month - 1, day - 1));
  return before.toISOString().slice(0, 10);
}

/** The date range of a status. An event of today counts as upcoming. */
export function datesOf(status: EventStatus, now = today()): { from_date?: string; to_date?: string } {
  if (status === 'upcoming') return { from_date: now };
  if (status === 'past') return { to_date: dayBefore(now) };
  return {};
}
