/** Galleries made of labelled photos: strangers of one age, young people, adults, and composed group pictures. */
import type { LabelledPhoto } from './photos.ts';

export interface EvaluationGallery {
  /** What it holds; galleries of one kind differ in who was drawn. */
  kind: string;
  /** The kind and the number of the draw. */
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
/** Draws without a common person, as far as there are enough people. */
const DISJOINT_DRAWS = 2;

/**
 * @param overlapping number of draws, each of all people, for a mean that says more than one or two draws without a common
 * person, which are made where it is absent
 */
export function composeGalleries(
  photos: readonly LabelledPhoto[],
  overlapping?: number,
): EvaluationGallery[] {
  const draw = <Item>(items: readonly Item[], size: number) =>
    overlapping === undefined ? disjointDraws(items, size) : overlappingDraws(items, size, overlapping);
  const all = photos.map((_, i) => i);
  const ages = [...new Set(photos.flatMap(({ age }) => age ?? []))].sort();
  const ofAge = ages.flatMap((age) =>
    draw(
      all.filter((i) => photos[i]!.age === age),
      STRANGERS,
    ).map((members, n) => ({ ...numbered(`strangers ${age}`, n), members })),
  );
  const people = (young: boolean) =>
    draw(
      personsOf(
        photos,
        all.filter((i) => photos[i]!.young === young),
      ),
      PEOPLE,
    );
  const listed = [
    ...people(true).map((persons, n) => ({ ...numbered('young people', n), members: persons.flat() })),
    ...people(false).map((persons, n) => ({ ...numbered('adults', n), members: persons.flat() })),
  ];
  const unlisted = all.filter((i) => photos[i]!.age === undefined && photos[i]!.young === undefined);
  const single = [
    ...(unlisted.length > 0 ? [{ kind: 'labelled photos', name: 'labelled photos', members: unlisted }] : []),
    ...ofAge,
    ...listed,
  ];
  const composed = single
    .filter(({ kind }) => !kind.startsWith('strangers'))
    .map(({ kind, name, members }) => ({
      kind: `${kind}, group pictures`,
      name: `${name}, group pictures`,
      members,
      pictures: composeGroupPictures(photos, members),
    }));
  return [...single, ...composed];
}

const numbered = (kind: string, draw: number) => ({ kind, name: `${kind} (${draw + 1})` });

/** Persons with at least `PHOTOS_MIN` photos. */
function personsOf(photos: readonly LabelledPhoto[], members: readonly number[]): number[][] {
  const persons = new Map<string, number[]>();
  for (const i of members) persons.set(photos[i]!.person, [...(persons.get(photos[i]!.person) ?? []), i]);
  return [...persons.values()].filter((of) => of.length >= PHOTOS_MIN);
}

/** Up to `DISJOINT_DRAWS` draws of `size` without a common member; one of all where there are fewer. */
function disjointDraws<Item>(items: readonly Item[], size: number): Item[][] {
  if (items.length === 0) return [];
  const order = shuffled(items);
  const count = Math.min(DISJOINT_DRAWS, Math.max(1, Math.floor(order.length / size)));
  return Array.from({ length: count }, (_, n) => order.slice(n * size, (n + 1) * size));
}

/** Each of `size` of all items, in an order of its own. */
function overlappingDraws<Item>(items: readonly Item[], size: number, count: number): Item[][] {
  if (items.length === 0) return [];
  return Array.from({ length: count }, (_, n) => shuffled(items, n + 1).slice(0, size));
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

/**
 * The same order on every run (Fisher-Yates with a linear congruential generator, Numerical Recipes' constants).
 *
 * @param seed another one gives another order
 */
export function shuffled<Item>(items: readonly Item[], seed = 1): Item[] {
  const order = [...items];
  let state = seed;
  for (let i = order.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
