import { calendarDate } from '#server/contract/schemas/common.ts';

const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
/** Spreadsheets add the time of day to dates: midnight. */
const midnight = /[ T]0?0:00(:00)?(\.0+)?Z?$/;

/** Whether dates of these cells name the month first, as in 5/31/2014: where one of them can mean nothing else. */
export const namesMonthFirst = (cells: readonly string[]): boolean =>
  cells.some((cell) => {
    const [, , sign, second] = parts.exec(cell.replace(midnight, '')) ?? [];
    return sign === '/' && Number(second) > 12;
  });

/** The day, `YYYY-MM-DD`, of a cell such as 31.5.2014, 31/05/2014 or 2014-05-31; undefined where it is none. */
export function readBirth(cell: string, monthFirst: boolean): string | undefined {
  const day = cell.replace(midnight, '');
  const [, first, sign, second, year] = parts.exec(day) ?? [];
  if (!first || !second || !year) return calendarDate.safeParse(day).data;
  const [d, m] = monthFirst && sign === '/' ? [second, first] : [first, second];
  return calendarDate.safeParse(`${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`).data;
}
