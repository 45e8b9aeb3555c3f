import type { Person } from '#server/contract/schemas/gallery-people.ts';

type Named = Pick<Person, 'shown_name' | 'number' | 'photo_count'>;

/** Sorts named people alphabetically in the language, then unnamed ones by number. */
export function sortPeople<P extends Named>(people: readonly P[], language: string): P[] {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  return [...people].sort((a, b) => {
    if (a.shown_name && b.shown_name)
      return compare(a.shown_name, b.shown_name) || b.photo_count - a.photo_count || a.number - b.number;
    if (a.shown_name || b.shown_name) return a.shown_name ? -1 : 1;
    return a.number - b.number;
  });
}

const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** Whether every typed word is the start of a word of the name, ignoring accents and case. */
export function matchesPerson(shownName: string, typed: string): boolean {
  const words = plain(shownName).split(/[\s-]+/);
  return plain(typed)
    .split(/[\s-]+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
