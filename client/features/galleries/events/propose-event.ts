import type { Event } from '#server/contract/schemas/events.ts';

/** Names that cameras and programs give to folders. */
const MACHINE_NAMES =
  /^(\d{3}\w{5}|dcim|camera|kamera|photos?|fotos?|bilder|images?|pictures?|exports?|uploads?|downloads?|desktop|jpe?gs?|raw)$/i;
/** `2026-06-13`, `20260613`, `13.06.2026`, `13.6.`, `13_06_26` at either end of a name. */
const DATE = String.raw`(?:\d{4}[-_. ]?\d{2}[-_. ]?\d{2}|\d{1,2}[-_.]\d{1,2}(?:[-_.](?:\d{4}|\d{2})?)?)`;
const DATES_AROUND = new RegExp(`^${DATE}[-_ ,]+|[-_ ,]+${DATE}$|^${DATE}$`, 'g');
/** Shorter ones, such as "U9", name no match. */
const SHORTEST = 5;

/**
 * What an event may be called whose photos lie in a folder: its name without the date; with the day where it is as short as "U9".
 * @param day as it is said in the user's language: "13 Jun 2026"
 * @returns undefined where the folder has the name of a camera or a program, or is a date alone
 */
export function eventNameFrom(folder: string | undefined, day: string): string | undefined {
  const name = (folder ?? '')
    .normalize('NFC')
    .replaceAll('_', ' ')
    .replace(DATES_AROUND, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (name === '' || MACHINE_NAMES.test(name)) return undefined;
  return name.length < SHORTEST ? `${name} ${day}` : name;
}

/** The event of the day whose name is most like that of the folder; the only one where there is one. */
export function eventOfDay<Known extends Pick<Event, 'name' | 'event_date'>>(
  events: readonly Known[],
  day: string,
  folder: string | undefined,
): Known | undefined {
  const ofDay = events.filter(({ event_date }) => event_date === day);
  const words = new Set(wordsOf(folder ?? ''));
  const likeness = ({ name }: Known) => wordsOf(name).filter((word) => words.has(word)).length;
  const [first, second] = ofDay.toSorted((a, b) => likeness(b) - likeness(a));
  if (!first || !second) return first;
  return likeness(first) > likeness(second) ? first : undefined;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
