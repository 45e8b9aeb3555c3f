import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * The number in the name "Person 12" of a new person. Numbers of deleted people who come back when a decision is undone are
 * not given again.
 */
export async function nextPersonNumber(trx: Transaction<DB>, galleryId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(
      (select coalesce(max(number), 0) from person where gallery_id = ${galleryId}::uuid),
      (select coalesce(max((gone ->> 'number')::int), 0)
        from people_decision, jsonb_array_elements(before -> 'rows' -> 'persons') gone
        where gallery_id = ${galleryId}::uuid)
    ) as last`.execute(trx);
  return rows[0]!.last + 1;
}

export async function insertPerson(trx: Transaction<DB>, galleryId: string, id: string): Promise<void> {
  const number = await nextPersonNumber(trx, galleryId);
  await trx.insertInto('person').values({ id, gallery_id: galleryId, number }).execute();
}
