import { ages } from '#server/contract/ages.ts';
import { addYears } from '#server/contract/calendar-dates.ts';
import { namesParentsEmail } from './reading/column-words.ts';
import type { ReadList } from './reading/read-list.ts';

/**
 * Children where most people with a date of birth are minors, or the addresses are said to be those of the parents. Unknown where
 * dates of birth stand there and most of them cannot be read: what is unread is not absent. Pure.
 */
export function whoIsOnList(
  lines: ReadList['lines'],
  columns: ReadList['columns'],
  today: string,
): 'children' | 'members' | 'unknown' {
  if (columns.some(({ header, meaning }) => meaning === 'email' && namesParentsEmail(header)))
    return 'children';
  const births = lines.flatMap(({ born_on }) => (born_on !== null && born_on <= today ? [born_on] : []));
  const written = lines.filter(({ born_on, birth_unread }) => born_on !== null || birth_unread).length;
  if (written > births.length * 2) return 'unknown';
  const adultSince = addYears(today, -ages.adult);
  const minors = births.filter((born_on) => born_on > adultSince).length;
  return minors * 2 > births.length ? 'children' : 'members';
}
