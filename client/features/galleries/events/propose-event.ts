import type { Event } from '#server/contract/schemas/events.ts';

/** Names that cameras and programs give to folders. */
const MACHINE_NAMES =
  /^(\d{3}\w{5}|dcim|camera|kamera|photos?|fotos?|bilder|images?|pictures?|exports?|uploads?|downloads?|desktop|jpe?gs?|raw)$/i;
/** `2026-06-13`, `2026 06 13`, `20260613`. */
const YEAR_FIRST = String.raw`(?<y>(?:19|20)\d{2})[-_. ]?(?<m>\d{2})[-_. ]?(?<d>\d{2})`;
/** `13.06.2026`, `13_06_26`. */
const DAY_FIRST = String.raw`(?<d>\d{1,2})[-_.](?<m>\d{1,2})[-_.](?<y>(?:19|20)\d{2}|\d{2})`;
/** `13.6.`: of no year that one could know. */
const WITHOUT_YEAR = String.raw`(?<d>\d{1,2})\.(?<m>\d{1,2})\.?`;
const DATES = [YEAR_FIRST, DAY_FIRST, WITHOUT_YEAR].flatMap((date) => [
  new RegExp(`^${date}(?:[-_ ,]+|$)`),
  new RegExp(`(?:^|[-_ ,]+)${date}$`),
]);
/** Shorter ones, such as "U9", name no match. */
const SHORTEST = 5;

/**
 * The name of a folder in its parts: the date at one of its ends, and the rest.
 * @param today the date of a name without a year is the latest one until then
 */
export function datedFolder(
  folder: string | undefined,
  today: string,
): { name: string; day: string | undefined } {
  const whole = (folder ?? '').normalize('NFC').trim();
  for (const date of DATES) {
    const found = date.exec(whole);
    const day = found?.groups && dayOf(found.groups, today);
    if (found && day) return { name: whole.replace(found[0], ''), day };
  }
  return { name: whole, day: undefined };
}

function dayOf({ y, m = '', d = '' }: Record<string, string | undefined>, today: string): string | undefined {
  const monthAndDay = `${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const year = y
    ? y.padStart(4, '20')
    : String(`${thisYear}-${monthAndDay}` > today ? thisYear - 1 : thisYear);
  const day = `${year}-${monthAndDay}`;
  // `2026-02-30` is read as 2 March, `2026-13-01` not at all.
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

/**
 * What an event may be called whose photos lie in a folder: its name without the date; with the day where it is as short as "U9".
 * @param folder the name without its date
 * @param day as it is said in the user's language: "13 Jun 2026"
 * @returns undefined where the folder has the name of a camera or a program, or is a date alone
 */
export function eventNameFrom(folder: string, day: string): string | undefined {
  const name = folder.replaceAll('_', ' ').replace(/\s+/g, ' ').trim();
  if (name === '' || MACHINE_NAMES.test(name)) return undefined;
  return name.length < SHORTEST ? `${name} ${day}` : name;
}

/**
 * The event of the day to which a folder belongs: the one whose name is most like the folder's, or the only one where the folder
 * says nothing. Else those of the day, of which somebody has to choose.
 */
export function eventOfDay<Known extends Pick<Event, 'name' | 'event_date'>>(
  events: readonly Known[],
  day: string,
  folder: string,
): { event?: Known; asked?: Known[] } {
  const ofDay = events.filter(({ event_date }) => event_date === day);
  const words = new Set(wordsOf(folder));
  const likeness = ({ name }: Known) => wordsOf(name).filter((word) => words.has(word)).length;
  const [first, second] = ofDay.toSorted((a, b) => likeness(b) - likeness(a));
  if (!first) return {};
  const saysNothing = eventNameFrom(folder, day) === undefined;
  const isLikest = likeness(first) > (second ? likeness(second) : 0);
  return isLikest || (saysNothing && !second) ? { event: first } : { asked: ofDay };
}

/** One has all words of the other: "Cup final" and "Cup final edited". */
export function isNamedAlike(name: string, other: string): boolean {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  const has = (all: string[], some: string[]) => some.length > 0 && some.every((word) => all.includes(word));
  return has(words, others) || has(others, words);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
