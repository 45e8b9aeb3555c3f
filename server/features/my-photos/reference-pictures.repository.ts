import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { eraseReferences } from '#server/features/club-people/erase-face-search.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';

/** Pictures by which people of clubs are found. They exist only while the consent to be found is a yes. */
type Executor = Kysely<DB> | Transaction<DB>;
export type NewReference = Selectable<DB['reference']>;

export async function insertReference(trx: Transaction<DB>, reference: NewReference): Promise<void> {
  await trx.insertInto('reference').values(reference).execute();
}

/** The cosine distance of an embedding from the person's other references; null where there are none. */
export async function distanceFromOthers(
  db: Executor,
  clubPersonId: string,
  embedding: string,
  recogniser: string,
  today: string,
): Promise<number | null> {
  const { distance } = await db
    .selectFrom('reference')
    .select(sql<number | null>`avg(embedding <=> ${embedding}::vector)`.as('distance'))
    .where('club_person_id', '=', clubPersonId)
    .where('recogniser', '=', recogniser)
    .where('expires_on', '>=', today)
    .executeTakeFirstOrThrow();
  return distance;
}

export async function deleteReference(db: Kysely<DB>, clubPersonId: string, id: string): Promise<boolean> {
  const deleted = await db
    .transaction()
    .execute((trx) =>
      eraseReferences(trx, sql<boolean>`id = ${id}::uuid and club_person_id = ${clubPersonId}::uuid`),
    );
  return deleted > 0;
}

/**
 * Removes references that expired, and everything by which people are found whose consent ended by itself: its date has
 * passed, a guardian has left, a child has turned fourteen and has not said yes.
 */
export async function removeEndedReferences(db: Kysely<DB>, today: string): Promise<void> {
  const isOver = sql<boolean>`(expires_on < ${today}::date
    or ${currentConsentOf(sql.ref('reference.club_person_id'), 'find', today)} <> 'yes')`;
  await db.transaction().execute((trx) => eraseReferences(trx, isOver));
  for (const table of ['link_question', 'link_question_before'] as const)
    await db
      .deleteFrom(table)
      .where(currentConsentOf(sql.ref(`${table}.club_person_id`), 'find', today), '<>', 'yes')
      .execute();
}
