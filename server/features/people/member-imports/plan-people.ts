import type { PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { nameKey } from './name-key.ts';

export type ListedPerson = Pick<PlannedLine, 'first_name' | 'last_name' | 'born_on'>;

/** People by name. Two with the same name are one person, unless both have a date of birth and these differ. */
class NamedPeople {
  readonly #birthsOf = new Map<string, Set<string | null>>();

  constructor(people: readonly ListedPerson[]) {
    for (const person of people) this.put(person);
  }

  put({ first_name, last_name, born_on }: ListedPerson): void {
    const key = nameKey(first_name, last_name);
    this.#birthsOf.set(key, (this.#birthsOf.get(key) ?? new Set()).add(born_on));
  }

  has({ first_name, last_name, born_on }: ListedPerson): boolean {
    const births = this.#birthsOf.get(nameKey(first_name, last_name));
    return births !== undefined && (born_on === null || births.has(null) || births.has(born_on));
  }
}

/**
 * The people of a planned list who come onto the club's list of people, once each, in the order of their lines, and how many
 * of those on the club's list it names. Pure.
 */
export function planPeople(
  lines: readonly PlannedLine[],
  listed: readonly ListedPerson[],
): { added: PlannedLine[]; present: number } {
  const known = new NamedPeople(listed);
  const addUnlessThere = (person: PlannedLine): boolean => {
    if (known.has(person)) return false;
    known.put(person);
    return true;
  };
  const sound = lines.filter(({ state }) => state !== 'faulty');
  // Those with a date first: a line without one must not stand for several people of that name.
  const dated = sound.filter(({ born_on }) => born_on !== null);
  const undated = sound.filter(({ born_on }) => born_on === null);
  const added = new Set([...dated, ...undated].filter(addUnlessThere));
  const named = new NamedPeople(sound);
  return {
    added: sound.filter((line) => added.has(line)),
    present: listed.filter((person) => named.has(person)).length,
  };
}

/** Says for each line whether it comes onto the list of people, where nobody is invited. Pure. */
export function planListing(lines: readonly PlannedLine[], listed: readonly ListedPerson[]): PlannedLine[] {
  const added = new Set(planPeople(lines, listed).added);
  const before = new NamedPeople(listed);
  return lines.map((line): PlannedLine => {
    if (line.state === 'faulty') return line;
    const compared = { ...line, role: 'member', match: null } as const;
    if (added.has(line)) return { ...compared, state: 'new', reason: null };
    return { ...compared, state: 'present', reason: before.has(line) ? 'is_listed' : 'repeats_person' };
  });
}
