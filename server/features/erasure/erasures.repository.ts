import type { Insertable, Transaction } from 'kysely';
import type { ErasureTable } from '#server/db/tables/erasures.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

/** How many rows were erased, by what they were. */
export type ErasureCounts = Record<string, number>;
type NewErasure = Omit<Insertable<ErasureTable>, 'id' | 'counts'> & { counts: ErasureCounts };

/** Notes what was erased. Until `cleanErasedFiles` has run, the deleted rows are still in the files of the database. */
export async function insertErasure(
  trx: Transaction<DB>,
  { counts, ...erasure }: NewErasure,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('erasure')
    .values({ id, ...erasure, counts: JSON.stringify(counts) })
    .execute();
  return id;
}

/** Notes the people of a club that is about to be deleted, and with it their rows. */
export async function noteErasureOfPeople(trx: Transaction<DB>, clubId: string): Promise<void> {
  const people = await trx.selectFrom('club_person').select('id').where('club_id', '=', clubId).execute();
  for (const { id } of people)
    await insertErasure(trx, { kind: 'person', subject_id: id, club_id: clubId, counts: {} });
}
