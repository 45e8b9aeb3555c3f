import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { ReferencePicture } from '#server/contract/schemas/my-photos.ts';
import type { DB } from '#server/db/tables.ts';
import {
  eraseReferences,
  type ReferencePurpose,
  referenceTables,
} from '#server/features/people/club-people/erase-face-search.ts';
import { currentConsentOf, isGuarded, keepsAnswers } from '#server/visibility/current-consent.sql.ts';

/** Pictures that families gave. They exist only while the consent to what they are for is in force. */
type Executor = Kysely<DB> | Transaction<DB>;
export type NewReference = Selectable<DB['reference']>;

/** Whether what the pictures are for is agreed to, in SQL. */
const isAgreedTo = (
  purpose: ReferencePurpose,
  clubPersonId: RawBuilder<unknown>,
  today: string,
): RawBuilder<boolean> =>
  purpose === 'guard'
    ? isGuarded(clubPersonId, today)
    : sql<boolean>`(${currentConsentOf(clubPersonId, 'find', today)} = 'yes')`;

/** Whether the family agrees to pictures for the purpose. */
export async function mayKeepReferences(
  db: Executor,
  purpose: ReferencePurpose,
  clubPersonId: string,
  today: string,
): Promise<boolean> {
  const isAgreed = isAgreedTo(purpose, sql`${clubPersonId}::uuid`, today);
  const { rows } = await sql<{ is_agreed: boolean }>`select ${isAgreed} as is_agreed`.execute(db);
  return rows[0]!.is_agreed;
}

/** The pictures of some people that have not expired, the oldest first. */
export async function listReferences(
  db: Executor,
  purpose: ReferencePurpose,
  clubPersonIds: readonly string[],
  { today, recogniser }: { today: string; recogniser: string },
): Promise<(clubPersonId: string) => ReferencePicture[]> {
  const rows = await db
    .selectFrom(referenceTables[purpose])
    .select(['id', 'club_person_id', 'recogniser', 'crop', 'created_at', 'expires_on'])
    .where(sql<boolean>`club_person_id = any(${[...clubPersonIds]}::uuid[])`)
    .where('expires_on', '>=', today)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return (clubPersonId) =>
    rows
      .filter((row) => row.club_person_id === clubPersonId)
      .map((row) => ({
        id: row.id,
        picture: `data:image/jpeg;base64,${Buffer.from(row.crop).toString('base64')}`,
        created_at: row.created_at.toISOString(),
        expires_on: row.expires_on,
        in_force: row.recogniser === recogniser,
      }));
}

export async function insertReference(
  trx: Transaction<DB>,
  purpose: ReferencePurpose,
  reference: NewReference,
): Promise<void> {
  await trx.insertInto(referenceTables[purpose]).values(reference).execute();
}

/** The cosine distance of an embedding from the person's other pictures for the purpose; null where there are none. */
export async function distanceFromOthers(
  db: Executor,
  purpose: ReferencePurpose,
  clubPersonId: string,
  { embedding, recogniser }: { embedding: string; recogniser: string },
  today: string,
): Promise<number | null> {
  const { distance } = await db
    .selectFrom(referenceTables[purpose])
    .select(sql<number | null>`avg(embedding <=> ${embedding}::vector)`.as('distance'))
    .where('club_person_id', '=', clubPersonId)
    .where('recogniser', '=', recogniser)
    .where('expires_on', '>=', today)
    .executeTakeFirstOrThrow();
  return distance;
}

export async function deleteReference(
  db: Kysely<DB>,
  purpose: ReferencePurpose,
  clubPersonId: string,
  id: string,
  today: string,
): Promise<boolean> {
  const isIt = sql<boolean>`(given.id = ${id}::uuid and given.club_person_id = ${clubPersonId}::uuid)`;
  return (await db.transaction().execute((trx) => eraseReferences(trx, purpose, isIt, today))) > 0;
}

/**
 * Removes pictures that expired, and everything by which people are found whose consent ended by itself: its date has
 * passed, a guardian has left, a child has turned fourteen and has not said yes.
 */
export async function removeEndedReferences(db: Kysely<DB>, today: string): Promise<void> {
  for (const purpose of ['find', 'guard'] as const) {
    const isAgreed = isAgreedTo(purpose, sql.ref('given.club_person_id'), today);
    const isOver = sql<boolean>`(given.expires_on < ${today}::date or not ${isAgreed})`;
    await db.transaction().execute((trx) => eraseReferences(trx, purpose, isOver, today));
  }
  for (const table of ['link_question', 'link_question_before'] as const)
    await db
      .deleteFrom(table)
      .where(sql<boolean>`not ${keepsAnswers(sql.ref(`${table}.club_person_id`), today)}`)
      .execute();
}
