import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';

/**
 * Files are stored before the row that names them, and the server may be killed in between. So their removal is
 * scheduled before the first file is written, and the transaction that writes the row cancels it. Files without a row
 * are removed after REMOVAL_DELAY_MS.
 *
 * The job is found by its first key, so every call for the same files passes the same key first.
 */
const REMOVAL_DELAY_MS = 10 * 60 * 1000; // far longer than decoding one picture takes

/** @param afterMs 0 when it is known that no row will name the files */
export async function scheduleRemoval(
  { db, jobs }: Needs<'db' | 'jobs'>,
  keys: string[],
  afterMs = REMOVAL_DELAY_MS,
): Promise<void> {
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'remove-files', [{ keys }], afterMs));
}

/** Answers false when the removal has already run: the files are gone, so the row must not be written. */
export async function cancelRemoval(
  { jobs }: Needs<'jobs'>,
  trx: Transaction<DB>,
  keys: string[],
): Promise<boolean> {
  return jobs.cancel(trx, 'remove-files', keys[0] ?? '');
}
