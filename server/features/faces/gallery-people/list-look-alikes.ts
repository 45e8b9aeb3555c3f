import type { Kysely } from 'kysely';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { DB } from '#server/db/tables.ts';
import { listPeopleByIds } from './gallery-people.repository.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';

/** Pairs of people who are as near as one person's faces; those that one photo alone keeps apart first. */
export async function listLookAlikes(
  db: Kysely<DB>,
  lookAlikes: readonly { a: string; b: string; byOnePhoto: boolean }[],
  names: NamesForSignedIn,
) {
  // A preview also has people who are not written yet: they have no id.
  const isWritten = (id: string) => !id.startsWith('new:');
  const known = lookAlikes.filter(({ a, b }) => isWritten(a) && isWritten(b));
  const byOnePhoto = known.filter((pair) => pair.byOnePhoto);
  const listed = [...byOnePhoto, ...known.filter((pair) => !pair.byOnePhoto)].slice(0, listSizes.lookAlikes);
  const people = await listPeopleByIds(db, [...new Set(listed.flatMap(({ a, b }) => [a, b]))], names);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    total: known.length,
    by_one_photo: byOnePhoto.length,
    pairs: listed.flatMap(({ a, b, byOnePhoto: by_one_photo }) => {
      const [first, second] = [byId.get(a), byId.get(b)];
      return first && second ? [{ first, second, by_one_photo }] : [];
    }),
  };
}
