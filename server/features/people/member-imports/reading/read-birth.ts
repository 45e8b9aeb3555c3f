import { calendarDate } from '#server/contract/schemas/common.ts';

const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** Spreadsheets add the time of day to dates: midnight. */
const midnight = /[ T]0?0:00(:00)?(\.0+)?Z?$/;
/** A day as spreadsheets count it, from 1899-12-30 on, where a cell was saved as a number. Five digits: 1927 to 2173. */
const serial = /^\d{5}(?:[.,]0+)?$/;
const SERIAL_OF_1970 = 25_569;
const DAY_MS = 86_400_000;

/** Whether dates of these cells name the month first, as in 5/31/2014: where one of them can mean nothing else. */
export const namesMonthFirst = (cells: readonly string[]): boolean =>
  cells.some((cell) => {
    const [, , sign, second] = parts.exec(cell.replace(midnight, '')) ?? [];
    return sign === '/' && Number(second) > 12;
  });

/**
 * The day, `YYYY-MM-DD`, of a cell such as 31.5.2014, 31/05/14, 2014-05-31 or 41790; undefined where it is none. Nobody is born in the
 * future: of two digits, years after `today` are those of the century before.
 */
export function readBirth(cell: string, monthFirst: boolean, today: string): string | undefined {
  const day = cell.replace(midnight, '');
  if (serial.test(day)) return daySince1899(Number.parseInt(day, 10), today);
  const [, first, sign, second, year] = parts.exec(day) ?? [];
  if (!first || !second || !year) return calendarDate.safeParse(day).data;
  const [d, m] = monthFirst && sign === '/' ? [second, first] : [first, second];
  const dateIn = (century: string) =>
    calendarDate.safeParse(`${century}${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`).data;
  if (year.length === 4) return dateIn('');
  const recent = dateIn('20');
  return recent !== undefined && recent <= today ? recent : dateIn('19');
}

function daySince1899(count: number, today: string): string | undefined {
  const day = new Date((count - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10);
  return day <= today ? day : undefined;
}
