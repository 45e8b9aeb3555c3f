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
 * Says for each line of a list of children whether a guardian is invited: once for each child who is on the club's list or
 * comes onto it, and has no guardian there. Pure.
 * @returns the lines, and the children among them who are on the club's list
 */
export function planGuardians(
  lines: readonly PlannedLine[],
  listed: readonly ListedChild[],
  today: string,
): { lines: PlannedLine[]; listedOf: Map<PlannedLine, string> } {
  const sameName = Map.groupBy(listed, ({ first_name, last_name }) => nameKey(first_name, last_name));
  const added = new Set<ListedPerson>(planPeople(lines, listed).added);
  const seen = new Set<ListedChild>();
  const listedOf = new Map<PlannedLine, string>();
  const adultSince = addYears(today, -ages.adult);
  const planned = lines.map((line): PlannedLine => {
    if (line.state === 'faulty') return line;
    const invited = { ...line, role: 'member', state: 'new', reason: null, match: null } as const;
    const present = (reason: PlannedLine['reason']): PlannedLine => ({
      ...invited,
      state: 'present',
      reason,
    });
    if (added.has(line))
      return line.born_on !== null && line.born_on <= adultSince ? present('is_adult') : invited;
    const near = sameName.get(nameKey(line.first_name, line.last_name)) ?? [];
    const child =
      near.find(({ born_on }) => born_on === line.born_on) ??
      near.find(({ born_on }) => born_on === null || line.born_on === null);
    if (!child || seen.has(child)) return present('repeats_person');
    seen.add(child);
    if (!child.is_minor) return present('is_adult');
    if (child.has_guardian) return present('has_guardian');
    if (child.is_invited) return present('guardian_invited');
    listedOf.set(invited, child.id);
    return invited;
  });
  return { lines: planned, listedOf };
}
