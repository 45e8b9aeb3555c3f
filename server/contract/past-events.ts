import { addDays } from './calendar-dates.ts';

/**
 * When an event is past: from the day after its date. Dates are YYYY-MM-DD.
 * @returns the earliest date of an event that is not past; statements compare with it too
 */
export const firstUpcomingDate = (today: string): string => today;

/** The latest date of an event that is past. */
export const lastPastDate = (today: string): string => addDays(firstUpcomingDate(today), -1);

export const isPastEvent = (eventDate: string, today: string): boolean =>
  eventDate < firstUpcomingDate(today);
