import type { Person } from '#server/contract/schemas/faces.ts';

/** From so many people on, a row is too long to look through. */
export const manyPeople = 12;

type Named = Pick<Person, 'name' | 'number' | 'photo_count'>;

/** For looking somebody up: named people from A to Z as the language sorts, then unnamed ones by number. */
export function orderPeople<P extends Named>(people: readonly P[], language: string): P[] {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  return [...people].sort((a, b) => {
    if (a.name && b.name)
      return compare(a.name, b.name) || b.photo_count - a.photo_count || a.number - b.number;
    if (a.name || b.name) return a.name ? -1 : 1;
    return a.number - b.number;
  });
}

const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** Whether every typed word begins a word of the name; accents and case do not matter. */
export function matchesPerson(shownName: string, typed: string): boolean {
  const words = plain(shownName).split(/[\s-]+/);
  return plain(typed)
    .split(/[\s-]+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
