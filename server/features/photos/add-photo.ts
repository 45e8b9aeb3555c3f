import { rm } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import type { Needs, PictureMaker } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { insertQueuedAnalysis } from '#server/features/people/photo-analyses.repository.ts';
import { holdQuotas, requireRoomForPhoto } from '#server/features/storage-usage/require-room.ts';
import { newId } from '#server/ids.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { originalKey } from '#server/storage/storage-keys.ts';
import { cancelFileRemoval, removalKeys, scheduleFileRemoval } from './file-removal.ts';
import { findPhoto } from './photos.repository.ts';
import { storeRenditions } from './store-renditions.ts';

export type PhotoDependencies = Needs<'db' | 'jobs' | 'bus'> & {
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
  dependencies: PhotoDependencies,
  incoming: IncomingPhoto,
): Promise<{ photo: Photo; duplicate: boolean }> {
  try {
    const existing = await findSame(dependencies, incoming);
    if (existing) return { photo: existing, duplicate: true };
    await requireRoomForPhoto(dependencies.db, incoming.galleryId, incoming.bytes);
    return await addNewPhoto(dependencies, incoming);
  } finally {
    await rm(incoming.temporaryPath, { force: true });
  }
}

async function addNewPhoto(
  dependencies: PhotoDependencies,
  incoming: IncomingPhoto,
): Promise<{ photo: Photo; duplicate: boolean }> {
  const id = newId();
  const files = { id, original_key: '', rendition_version: 1 };
  let kept = false;
  try {
    const source = incoming.temporaryPath;
    await scheduleFileRemoval(dependencies, removalKeys(files));
    const prepared = await storeRenditions(dependencies, {
      source,
      photoId: id,
      version: 1,
      maxPixels: dependencies.maxPixels,
    });
    const original_key = originalKey({ id, sha256: incoming.sha256, mime: prepared.mime });
    files.original_key = original_key;
    await scheduleFileRemoval(dependencies, removalKeys(files)); // again: now with the original
    await dependencies.store.put(original_key, source);
    const { mime, width, height, thumbhash, taken_at } = prepared;
    kept = await dependencies.db.transaction().execute((trx) =>
      insertPhoto(dependencies, trx, incoming, {
        id,
        mime,
        width,
        height,
        thumbhash,
        taken_at,
        original_key,
      }),
    );
    const photo = kept
      ? await findPhoto(dependencies.db, id, 'editors')
      : await findSame(dependencies, incoming);
    if (!photo) throw new AppError('gallery_not_found'); // deleted in the same moment
    dependencies.bus.publish({ topic: `gallery:${incoming.galleryId}`, kind: 'photos' });
    return { photo, duplicate: !kept };
  } finally {
    // If this fails, the scheduled removal does the same ten minutes later.
    if (!kept) await scheduleFileRemoval(dependencies, removalKeys(files), 0).catch(() => undefined);
  }
}

async function findSame(
  dependencies: PhotoDependencies,
  { galleryId, sha256 }: IncomingPhoto,
): Promise<Photo | undefined> {
  const row = await dependencies.db
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row && findPhoto(dependencies.db, row.id, 'editors');
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

/** Inserts the row and its recognition job and cancels the removal; false when the gallery already has these bytes. */
async function insertPhoto(
  dependencies: PhotoDependencies,
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
  await holdQuotas(trx, galleryId);
  await insertQueuedAnalysis(trx, { id: prepared.id, gallery_id: galleryId });
  await dependencies.jobs.enqueue(trx, 'analyse-photo', [{ photo_id: prepared.id }]);
  const keys = removalKeys({ ...prepared, rendition_version: 1 });
  // The upload took so long that its files have been removed: refuse it.
  if (!(await cancelFileRemoval(dependencies, trx, keys))) throw new AppError('storage_unavailable');
  return true;
}
