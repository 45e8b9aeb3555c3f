import { dayMs } from './lifetimes.ts';

/** Arithmetic on calendar dates, `YYYY-MM-DD`: they have no time zone, so days are counted in UTC. */

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** 29 February becomes 1 March where the year has none. */
export function addYears(date: string, years: number): string {
  const day = new Date(date);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
}

/** The same day of a later month, or its last day where it is shorter. */
export function addMonths(date: string, months: number): string {
  const day = new Date(date);
  const wanted = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() + months);
  if (day.getUTCDate() !== wanted) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative where the other one is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The last millisecond of a date, in the time zone of the program that asks: the server's, or that of a browser. */
export const endOfDay = (date: string): Date => new Date(`${date}T23:59:59.999`);
