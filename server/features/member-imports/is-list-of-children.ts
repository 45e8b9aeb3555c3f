import { ages } from '#server/contract/ages.ts';
import { addYears } from '#server/contract/calendar-dates.ts';
import { namesParentsEmail } from './reading/column-words.ts';
import type { ReadList } from './reading/read-list.ts';

/** Most people with a date of birth are minors, or the addresses are said to be those of the parents. Pure. */
export function isListOfChildren(
  lines: ReadList['lines'],
  columns: ReadList['columns'],
  today: string,
): boolean {
  const adultSince = addYears(today, -ages.adult);
  const births = lines.flatMap(({ born_on }) => (born_on !== null && born_on <= today ? [born_on] : []));
  const minors = births.filter((born_on) => born_on > adultSince).length;
  return (
    minors * 2 > births.length ||
    columns.some(({ header, meaning }) => meaning === 'email' && namesParentsEmail(header))
  );
}
