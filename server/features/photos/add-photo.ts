import { rm } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import type { Needs, PictureMaker } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { insertQueuedAnalysis } from '#server/features/people/photo-analyses.repository.ts';
import { newId } from '#server/ids.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { originalKey } from '#server/storage/storage-keys.ts';
import { fileKeysOf } from './file-keys.ts';
import { findPhoto } from './photos.repository.ts';
import { storeRenditions } from './store-renditions.ts';

/** Files that found no row within this time are removed: their upload was killed on the way. */
const orphanAfterMs = 10 * 60 * 1000;

export type PhotoParts = Needs<'db' | 'jobs' | 'bus'> & {
  store: PhotoStore;
  imaging: PictureMaker;
  maxPixels: number;
};

export type IncomingPhoto = {
  galleryId: string;
  uploadedBy: string;
  temporaryPath: string;
  sha256: Buffer;
  bytes: number;
  filename: string;
  relativePath: string | null;
};

/**
 * Stores an uploaded file as a photo: decoded once, files first, then row and job in one transaction. What is
 * answered is on disk and in the database. The same bytes again in the same gallery answer the first photo.
 */
export async function addPhoto(
  parts: PhotoParts,
  incoming: IncomingPhoto,
): Promise<{ photo: Photo; duplicate: boolean }> {
  try {
    const existing = await findSame(parts, incoming);
    return existing ? { photo: existing, duplicate: true } : await addNewPhoto(parts, incoming);
  } finally {
    await rm(incoming.temporaryPath, { force: true });
  }
}

async function addNewPhoto(
  parts: PhotoParts,
  incoming: IncomingPhoto,
): Promise<{ photo: Photo; duplicate: boolean }> {
  const id = newId();
  const files = { id, original_key: '', rendition_version: 1 };
  let kept = false;
  try {
    const source = incoming.temporaryPath;
    // Scheduled before the files are there, taken back with the row: a crash in between leaves no orphans.
    await guardFiles(parts, files, orphanAfterMs);
    const prepared = await storeRenditions(parts, {
      source,
      photoId: id,
      version: 1,
      maxPixels: parts.maxPixels,
    });
    const original_key = originalKey({ id, sha256: incoming.sha256, mime: prepared.mime });
    files.original_key = original_key;
    await guardFiles(parts, files, orphanAfterMs);
    await parts.store.put(original_key, source);
    const { mime, width, height, thumbhash, taken_at } = prepared;
    kept = await parts.db
      .transaction()
      .execute((trx) =>
        insertPhoto(parts, trx, incoming, { id, mime, width, height, thumbhash, taken_at, original_key }),
      );
    const photo = kept ? await findPhoto(parts.db, id) : await findSame(parts, incoming);
    if (!photo) throw new AppError('gallery_not_found'); // deleted in the same moment
    parts.bus.publish({ topic: `gallery:${incoming.galleryId}`, kind: 'photos' });
    return { photo, duplicate: !kept };
  } finally {
    // Where even this cannot be written, the guard does the same a little later.
    if (!kept) await guardFiles(parts, files, 0).catch(() => undefined);
  }
}

async function findSame(parts: PhotoParts, { galleryId, sha256 }: IncomingPhoto): Promise<Photo | undefined> {
  const row = await parts.db
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row && findPhoto(parts.db, row.id);
}

type GuardedFiles = Parameters<typeof fileKeysOf>[0];
const guardKeys = (photo: GuardedFiles) =>
  fileKeysOf(photo)
    .filter((key) => key !== '')
    .reverse();

/** The batch is named by the photo's public copy, which every guard of this photo begins with. */
async function guardFiles(parts: PhotoParts, photo: GuardedFiles, afterMs: number): Promise<void> {
  await parts.db
    .transaction()
    .execute((trx) => parts.jobs.enqueue(trx, 'remove-files', [{ keys: guardKeys(photo) }], afterMs));
}

type Prepared = {
  id: string;
  mime: string;
  width: number;
  height: number;
  thumbhash: string;
  taken_at: string | null;
  original_key: string;
};

/** The row, its recognition job and the end of the guard; false where the same picture came first. */
async function insertPhoto(
  parts: PhotoParts,
  trx: Transaction<DB>,
  incoming: IncomingPhoto,
  prepared: Prepared,
): Promise<boolean> {
  const gallery = await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', '=', incoming.galleryId)
    .forShare()
    .executeTakeFirst();
  if (!gallery) throw new AppError('gallery_not_found');
  const { galleryId, uploadedBy, sha256, bytes, filename, relativePath } = incoming;
  const inserted = await trx
    .insertInto('photo')
    .values({
      ...prepared,
      gallery_id: galleryId,
      uploaded_by: uploadedBy,
      sha256,
      bytes,
      filename,
      relative_path: relativePath,
    })
    .onConflict((conflict) => conflict.columns(['gallery_id', 'sha256']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await insertQueuedAnalysis(trx, { id: prepared.id, gallery_id: galleryId });
  await parts.jobs.enqueue(trx, 'analyse-photo', [{ photo_id: prepared.id }]);
  const [guard = ''] = guardKeys({ ...prepared, rendition_version: 1 });
  // It took so long that the guard has come: the files are gone, so there is nothing to answer for.
  if (!(await parts.jobs.cancel(trx, 'remove-files', guard))) throw new AppError('storage_unavailable');
  return true;
}
