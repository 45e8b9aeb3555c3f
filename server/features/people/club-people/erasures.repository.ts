import type { Insertable, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

/** How many rows were erased, by what they were. */
export type ErasureCounts = Record<string, number>;
type NewErasure = Omit<Insertable<DB['erasure']>, 'id' | 'counts'> & { counts: ErasureCounts };

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
