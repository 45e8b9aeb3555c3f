import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { chunks } from '#server/db/chunks.ts';
import type { DB } from '#server/db/tables.ts';
import { photoFileKeys, renditionKeys } from '#server/storage/storage-keys.ts';

/**
 * Files are stored before the row that names them, and the server may be killed in between. So their removal is
 * scheduled before the first file is written, and the transaction that writes the row cancels it. Files without a row
 * are removed after `lifetimes.unreferencedFileMs`, by server/jobs/handlers/remove-files.ts.
 *
 * A removal job is found by the first of its keys, so every call for the same files passes the same key first.
 *
 * @param afterMs 0 when it is known that no row will name the files
 */
export async function scheduleFileRemoval(
  { db, jobs }: Needs<'db' | 'jobs'>,
  keys: string[],
  afterMs = lifetimes.unreferencedFileMs,
): Promise<void> {
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'remove-files', [{ keys }], afterMs));
}

/**
 * The keys of all files of a photo that is being stored. The key of its public copy comes first, before and after the original
 * is stored: the first key identifies the removal job. `original_key` is empty until then, and is left out.
 */
export const removalKeys = (photo: Parameters<typeof photoFileKeys>[0]): string[] =>
  photoFileKeys(photo)
    .filter((key) => key !== '')
    .reverse();

/** The same of files that are to replace those of a photo: its copies are not theirs. The first rendition comes first. */
export const versionRemovalKeys = (photo: Parameters<typeof photoFileKeys>[0]): string[] =>
  [...renditionKeys(photo), photo.original_key].filter((key) => key !== '');

const photosPerJob = 200;

/** Queues the removal of the files of photos whose rows this transaction deletes: the keys travel with the job. */
export async function removePhotoFiles(
  { jobs }: Needs<'jobs'>,
  trx: Transaction<DB>,
  photos: readonly Parameters<typeof photoFileKeys>[0][],
): Promise<void> {
  const payloads = [...chunks([...photos], photosPerJob)].map((some) => ({
    keys: some.flatMap(photoFileKeys),
  }));
  await jobs.enqueue(trx, 'remove-files', payloads);
}

/** Answers false when the removal has already run: the files are gone, so the row must not be written. */
export async function cancelFileRemoval(
  { jobs }: Needs<'jobs'>,
  trx: Transaction<DB>,
  keys: string[],
): Promise<boolean> {
  return jobs.cancel(trx, 'remove-files', keys[0] ?? '');
}
