import { ages } from '#server/contract/ages.ts';
import { addYears } from '#server/contract/calendar-dates.ts';
import type { PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { nameKey } from './name-key.ts';
import { type ListedPerson, planPeople } from './plan-people.ts';

export type ListedChild = ListedPerson & {
  id: string;
  is_minor: boolean;
  has_guardian: boolean;
  is_invited: boolean;
};

/**
 * Says for each line of a list of children whether a guardian is invited: for each child who is on the club's list or comes
 * onto it, and has no guardian there, once, or twice where a second line has the address of another parent. Pure.
 * @returns the lines; of those to invite, the children who are on the club's list, and the line of those whom another line adds
 */
export function planGuardians(
  lines: readonly PlannedLine[],
  listed: readonly ListedChild[],
  today: string,
): {
  lines: PlannedLine[];
  listedOf: Map<PlannedLine, string>;
  addedBy: Map<PlannedLine, PlannedLine>;
} {
  const sameName = Map.groupBy(listed, ({ first_name, last_name }) => nameKey(first_name, last_name));
  const addedLines = planPeople(lines, listed).added;
  const added = new Set<ListedPerson>(addedLines);
  const addedOfName = Map.groupBy(addedLines, ({ first_name, last_name }) => nameKey(first_name, last_name));
  const invitedFor = new Map<ListedChild | PlannedLine, (string | null)[]>();
  /** The first parent, or the second with another address. */
  const isNext = (child: ListedChild | PlannedLine, email: string | null): boolean => {
    const others = invitedFor.get(child) ?? [];
    const next = others.length === 0 || (others.length === 1 && email !== null && !others.includes(email));
    if (next) invitedFor.set(child, [...others, email]);
    return next;
  };
  const listedOf = new Map<PlannedLine, string>();
  const firstOf = new Map<PlannedLine, PlannedLine>();
  const adultSince = addYears(today, -ages.adult);
  const planned = lines.map((line): PlannedLine => {
    if (line.state === 'faulty') return line;
    const invited = { ...line, role: 'member', state: 'new', reason: null, match: null } as const;
    const present = (reason: PlannedLine['reason']): PlannedLine => ({
      ...invited,
      state: 'present',
      reason,
    });
    const near = sameName.get(nameKey(line.first_name, line.last_name)) ?? [];
    const child = added.has(line) ? undefined : sameBirth(near, line);
    if (child) {
      if (!isNext(child, line.email)) return present('repeats_person');
      if (!child.is_minor) return present('is_adult');
      if (child.has_guardian) return present('has_guardian');
      if (child.is_invited) return present('guardian_invited');
      listedOf.set(invited, child.id);
      return invited;
    }
    const others = addedOfName.get(nameKey(line.first_name, line.last_name)) ?? [];
    const first = added.has(line) ? line : sameBirth(others, line);
    if (!first || !isNext(first, line.email)) return present('repeats_person');
    if (first.born_on !== null && first.born_on <= adultSince) return present('is_adult');
    firstOf.set(invited, first);
    return invited;
  });
  const addedBy = new Map(
    [...firstOf].map(([invited, first]) => [invited, planned[lines.indexOf(first)]!] as const),
  );
  return { lines: planned, listedOf, addedBy };
}

/** Among people of one name: with the same day of birth, else one of whom, or of the line, no day is known. */
const sameBirth = <Person extends { born_on: string | null }>(
  people: readonly Person[],
  { born_on }: { born_on: string | null },
): Person | undefined =>
  people.find((person) => person.born_on === born_on) ??
  people.find((person) => person.born_on === null || born_on === null);
