import { createHash } from 'node:crypto';
import type { Siblings } from '../../evaluate/families.ts';
import type { LabelledPhoto } from '../../evaluate/photos.ts';

/** Pictures by which each person is found. */
const PICTURES = 3;
/** Photos of one person in the galleries, at most: no person counts more often. */
const PHOTOS_MAX = 5;

/** The people of a set of labelled photos by their role in the measurement; each has one role. */
export type ChosenPeople = {
  /** People who are looked for: by `pictures`, tried in order until enough serve; `photos` are in galleries. */
  enrolled: { person: string; pictures: string[]; photos: string[] }[];
  /** People with one photo in a gallery, who are never looked for. */
  strangers: { person: string; photo: string }[];
  /** Siblings of people who are looked for, in galleries too and never looked for. */
  siblings: { person: string; photos: string[] }[];
  /** People who are in no gallery, and look for themselves. */
  impostors: { person: string; picture: string }[];
};
export type PeopleCounts = { enrolled: number; strangers: number; impostors: number };

/** An order that has nothing to do with names, and is the same each time. */
const place = (text: string) => createHash('sha256').update(text).digest('hex');
export const shuffled = <T>(values: readonly T[], name: (value: T) => string): T[] =>
  values
    .map((value) => ({ value, at: place(name(value)) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ value }) => value);

/** Everybody with all photos of theirs, in such an order. */
export function peopleOf(photos: readonly LabelledPhoto[]): { person: string; files: string[] }[] {
  const byPerson = Map.groupBy(photos, ({ person }) => person);
  return shuffled([...byPerson], ([person]) => person).map(([person, all]) => ({
    person,
    files: shuffled(
      all.map(({ file }) => file),
      nameInFolder,
    ),
  }));
}
export const nameInFolder = (file: string) => file.split('/').slice(-2).join('/');

/**
 * People with at least four photos are looked for; of the others half are strangers and half impostors.
 * @param size at most so many of each
 * @param pairs siblings: of each family one is looked for and the others are not
 */
export function choosePeople(
  photos: readonly LabelledPhoto[],
  size: PeopleCounts,
  pairs: Siblings = [],
): ChosenPeople {
  const people = peopleOf(photos);
  const siblingsOf = (person: string) => pairs.flatMap((pair) => (pair.includes(person) ? pair : []));
  const enrolled: typeof people = [];
  const related = new Set<string>();
  for (const each of people) {
    if (enrolled.length === size.enrolled) break;
    if (each.files.length <= PICTURES || related.has(each.person)) continue;
    enrolled.push(each);
    for (const sibling of siblingsOf(each.person)) related.add(sibling);
  }
  const siblings = people.filter((each) => related.has(each.person) && !enrolled.includes(each));
  const others = people.filter(({ person, files }) => files.length <= PICTURES && !related.has(person));
  const impostors = others.filter((_, i) => i % 2 === 0).slice(0, size.impostors);
  const strangers = others.filter((_, i) => i % 2 === 1).slice(0, size.strangers);
  return {
    enrolled: enrolled.map(({ person, files }) => ({
      person,
      pictures: files.slice(0, PICTURES),
      photos: files.slice(PICTURES, PICTURES + PHOTOS_MAX),
    })),
    strangers: strangers.map(({ person, files }) => ({ person, photo: files[0] ?? '' })),
    siblings: siblings.map(({ person, files }) => ({ person, photos: files.slice(0, PHOTOS_MAX) })),
    impostors: impostors.map(({ person, files }) => ({ person, picture: files[0] ?? '' })),
  };
}
