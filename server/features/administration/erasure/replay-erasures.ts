import { type Selectable, sql, type Transaction } from 'kysely';
import { calendarDateOf } from '#server/clock.ts';
import type { DB } from '#server/db/tables.ts';
import {
  deleteFaceSearch,
  deleteGuardReferences,
  deleteReferences,
  forgetUnguarded,
} from '#server/features/people/club-people/erase-face-search.ts';
import { erasePersonRows } from './erase-person-rows.ts';

export type Erasure = Selectable<DB['erasure']>;

/** All that was ever erased, for a backup or restore to keep beside the data. Holds ids and counts, no names. */
export function listErasures(db: Transaction<DB>): Promise<Erasure[]> {
  return db.selectFrom('erasure').selectAll().orderBy('erased_at').orderBy('id').execute();
}

/**
 * Erases again what a restored backup brought back. To be called first in a restored database, before anything is served:
 * with the erasures that a newer backup lists (read-newest-erasures.ts).
 * @param erasures added to those in the restored table; a second replay changes nothing
 * @param pictureKey of the server that wrote the backup, where it is known
 */
export async function replayErasures(
  trx: Transaction<DB>,
  erasures: readonly Erasure[] = [],
  pictureKey?: Buffer,
): Promise<void> {
  for (const { counts, ...erasure } of erasures)
    await sql`
      insert into erasure (id, kind, subject_id, club_id, hides_photos, erased_by, erased_at, counts)
      values (${erasure.id}, ${erasure.kind}, ${erasure.subject_id},
        (select id from club where id = ${erasure.club_id}::uuid), ${erasure.hides_photos},
        (select id from app_user where id = ${erasure.erased_by}::uuid), ${erasure.erased_at}, ${JSON.stringify(counts)})
      on conflict (id) do nothing`.execute(trx);
  for (const { kind, subject_id, hides_photos, erased_at, counts } of await listErasures(trx)) {
    if (kind === 'person')
      await erasePersonRows(trx, subject_id, { hidesPhotos: hides_photos, now: erased_at, pictureKey });
    else if (kind === 'find' && 'answers' in (counts as object))
      await deleteFaceSearch(trx, subject_id, erased_at);
    else if (kind === 'find') await deleteReferences(trx, 'find', subject_id, erased_at);
    else if (kind === 'guard')
      await deleteGuardReferences(trx, subject_id, { today: calendarDateOf(erased_at), until: erased_at });
    else await trx.deleteFrom(kind).where('id', '=', subject_id).execute();
  }
  await forgetUnguarded(trx);
  // The rows that were deleted here still lie in the files of the database, to be cleaned out of them again.
  await trx.updateTable('erasure').set({ files_cleaned_at: null }).execute();
}
