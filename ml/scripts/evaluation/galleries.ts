/** Galleries made of labelled photos: strangers of one age, young people, adults, and composed group pictures. */
import type { LabelledPhoto } from './photos.ts';

export interface EvaluationGallery {
  name: string;
  /** Indices of photos. */
  members: number[];
  /** For composed group pictures: which picture each member is in; absent where each photo is a picture of its own. */
  pictures?: string[];
}

const STRANGERS = 120;
const PEOPLE = 60;
/** Of each person, so that there is something to join. */
const PHOTOS_MIN = 3;
const FACES_IN_GROUP_PICTURE = 5;
/** Draws of different people, as far as there are enough. */
const DRAWS = 2;

export function composeGalleries(photos: readonly LabelledPhoto[]): EvaluationGallery[] {
  const all = photos.map((_, i) => i);
  const ages = [...new Set(photos.flatMap(({ age }) => age ?? []))].sort();
  const ofAge = ages.flatMap((age) =>
    draws(shuffled(all.filter((i) => photos[i]!.age === age)), STRANGERS).map((members, n) => ({
      name: `strangers ${age} (${n + 1})`,
      members,
    })),
  );
  const people = (young: boolean) =>
    draws(
      shuffled(
        personsOf(
          photos,
          all.filter((i) => photos[i]!.young === young),
        ),
      ),
      PEOPLE,
    );
  const listed = [
    ...people(true).map((persons, n) => ({ name: `young people (${n + 1})`, members: persons.flat() })),
    ...people(false).map((persons, n) => ({ name: `adults (${n + 1})`, members: persons.flat() })),
  ];
  const unlisted = all.filter((i) => photos[i]!.age === undefined && photos[i]!.young === undefined);
  const single = [
    ...(unlisted.length > 0 ? [{ name: 'labelled photos', members: unlisted }] : []),
    ...ofAge,
    ...listed,
  ];
  const composed = single
    .filter(({ name }) => !name.startsWith('strangers'))
    .map(({ name, members }) => ({
      name: `${name}, group pictures`,
      members,
      pictures: composeGroupPictures(photos, members),
    }));
  return [...single, ...composed];
}

/** Persons with at least `PHOTOS_MIN` photos. */
function personsOf(photos: readonly LabelledPhoto[], members: readonly number[]): number[][] {
  const persons = new Map<string, number[]>();
  for (const i of members) persons.set(photos[i]!.person, [...(persons.get(photos[i]!.person) ?? []), i]);
  return [...persons.values()].filter((of) => of.length >= PHOTOS_MIN);
}

/** Up to `DRAWS` parts of `size` without a common member; one part of all where there are fewer. */
function draws<Item>(items: readonly Item[], size: number): Item[][] {
  if (items.length === 0) return [];
  const count = Math.min(DRAWS, Math.max(1, Math.floor(items.length / size)));
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size));
}

/** Each picture shows up to five different people. */
function composeGroupPictures(photos: readonly LabelledPhoto[], members: readonly number[]): string[] {
  const waiting = shuffled(members);
  const pictureOf = new Map<number, string>();
  for (let picture = 0; waiting.length > 0; picture++) {
    const shown = new Set<string>();
    for (let k = 0; k < waiting.length && shown.size < FACES_IN_GROUP_PICTURE; ) {
      const member = waiting[k]!;
      if (shown.has(photos[member]!.person)) k++;
      else {
        shown.add(photos[member]!.person);
        pictureOf.set(member, `picture ${picture}`);
        waiting.splice(k, 1);
      }
    }
  }
  return members.map((member) => pictureOf.get(member)!);
}

/** The same order on every run (Fisher-Yates with a linear congruential generator, Numerical Recipes' constants). */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const order = [...items];
  let state = 1;
  for (let i = order.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
