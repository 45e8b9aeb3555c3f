import type { PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { nameKey } from './name-key.ts';

export type ListedPerson = Pick<PlannedLine, 'first_name' | 'last_name' | 'born_on'>;

/**
 * The people of a planned list who come onto the club's list of people, in the order of their lines. Nobody comes onto it
 * twice: two with the same name are one person, unless both have a date of birth and these differ. Pure.
 */
export function planPeople(
  lines: readonly PlannedLine[],
  listed: readonly ListedPerson[],
): { added: ListedPerson[]; present: number } {
  const birthsOf = new Map<string, Set<string | null>>();
  const put = ({ first_name, last_name, born_on }: ListedPerson): void => {
    const key = nameKey(first_name, last_name);
    birthsOf.set(key, (birthsOf.get(key) ?? new Set()).add(born_on));
  };
  const isThere = ({ first_name, last_name, born_on }: ListedPerson): boolean => {
    const births = birthsOf.get(nameKey(first_name, last_name));
    return births !== undefined && (born_on === null || births.has(null) || births.has(born_on));
  };
  const addUnlessThere = (person: ListedPerson): boolean => {
    if (isThere(person)) return false;
    put(person);
    return true;
  };
  for (const person of listed) put(person);
  const sound = lines.filter(({ state }) => state !== 'faulty');
  // Those with a date first: a line without one must not stand for several people of that name.
  const dated = sound.filter(({ born_on }) => born_on !== null);
  const undated = sound.filter(({ born_on }) => born_on === null);
  const added = new Set([...dated, ...undated].filter(addUnlessThere));
  return { added: sound.filter((line) => added.has(line)), present: sound.length - added.size };
}
