import { distance } from 'fastest-levenshtein';
import { nameKey } from '#server/features/people/member-imports/name-key.ts';

export type Named = { id: string; name: string; born_on: string | null };

/** People offered for one claim, at most. */
const offered = 3;
/** Letters that differ between two ways to write a name: one in every six, at most two. */
const misspelt = { most: 2, ofEvery: 6 } as const;

/** The people of a club whom a claim may mean: with the same name, a part of it, or a name that differs in a letter or two. */
export function nearPeople<P extends Named>(claim: Omit<Named, 'id'>, people: readonly P[]): P[] {
  const key = nameKey(claim.name, '');
  const words = key.split(' ');
  return people
    .map((person) => ({ person, rank: rankOf(key, words, nameKey(person.name, '')) }))
    .filter(({ rank }) => rank < ranks.far)
    .sort(
      (a, b) =>
        a.rank - b.rank || Number(isOtherBirth(claim, a.person)) - Number(isOtherBirth(claim, b.person)),
    )
    .slice(0, offered)
    .map(({ person }) => person);
}

const isOtherBirth = (a: Pick<Named, 'born_on'>, b: Pick<Named, 'born_on'>): boolean =>
  a.born_on !== null && b.born_on !== null && a.born_on !== b.born_on;

/** The same name, and no other date of birth. */
export const isSamePerson = (a: Omit<Named, 'id'>, b: Omit<Named, 'id'>): boolean =>
  nameKey(a.name, '') === nameKey(b.name, '') && !isOtherBirth(a, b);

const ranks = { same: 0, part: 1, misspelt: 2, far: 3 } as const;

function rankOf(key: string, words: readonly string[], other: string): number {
  if (other === '' || key === '') return ranks.far;
  if (other === key) return ranks.same;
  const others = other.split(' ');
  const [few, many] = words.length < others.length ? [words, others] : [others, words];
  if (few.every((word) => many.includes(word))) return ranks.part;
  return differsLittle(key, other) ? ranks.misspelt : ranks.far;
}

function differsLittle(a: string, b: string): boolean {
  const most = Math.min(misspelt.most, Math.floor(Math.min(a.length, b.length) / misspelt.ofEvery));
  return Math.abs(a.length - b.length) <= most && distance(a, b) <= most;
}
