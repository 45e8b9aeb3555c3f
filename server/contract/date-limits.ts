import { addYears } from './calendar-dates.ts';

/** Dates beyond these are typing errors: nobody is older, and nothing is meant to be kept for longer. In years. */
const dateLimits = { oldestAge: 120, longestKept: 50 } as const;

export const earliestBirth = (today: string): string => addYears(today, -dateLimits.oldestAge);
export const latestLastDay = (today: string): string => addYears(today, dateLimits.longestKept);

/** What is wrong with a date of birth. Today is that of the program that asks: the server's, or that of a browser. */
export function birthFault(date: string, today: string): string | null {
  if (date > today) return 'The day cannot be in the future';
  return date < earliestBirth(today) ? `Must be at most ${dateLimits.oldestAge} years ago` : null;
}

/** What is wrong with a day until which something is kept, on its later side. */
export const lastDayFault = (date: string, today: string): string | null =>
  date > latestLastDay(today) ? `Must be at most ${dateLimits.longestKept} years ahead` : null;

/** What is wrong with the last day on which something counts: a paper that has ended agrees to nothing, a link shows nothing. */
export const validUntilFault = (date: string, today: string): string | null =>
  date < today ? 'The day cannot be in the past' : null;
