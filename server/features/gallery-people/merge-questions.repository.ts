import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { listPeopleByIds } from './gallery-people.repository.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';

/** Pairs of people that may be the same person; those first whose yes is likely to join the most faces. `more` than these wait. */
export async function listMergeQuestions(
  db: Kysely<DB> | Transaction<DB>,
  galleryId: string,
  names: NamesForSignedIn,
  most: number,
) {
  const rows = await db
    .selectFrom('person_suggestion')
    .select(['first_id', 'second_id', 'distance'])
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`not exists (select 1 from kept_apart k where k.first_id = least(person_suggestion.first_id, person_suggestion.second_id)
      and k.second_id = greatest(person_suggestion.first_id, person_suggestion.second_id))`)
    .where(
      sql<boolean>`not exists (select 1 from person p where p.id in (person_suggestion.first_id, person_suggestion.second_id) and p.is_hidden)`,
    )
    .orderBy('rank')
    .orderBy('distance')
    .limit(most + 1)
    .execute();
  const asked = rows.slice(0, most);
  const found = await listPeopleByIds(
    db,
    asked.flatMap((row) => [row.first_id, row.second_id]),
    names,
  );
  const byId = new Map(found.map((person) => [person.id, person]));
  const suggestions = asked.flatMap((row) => {
    const first = byId.get(row.first_id);
    const second = byId.get(row.second_id);
    return first && second ? [{ first, second, distance: row.distance }] : [];
  });
  return { suggestions, more: rows.length > most };
}
