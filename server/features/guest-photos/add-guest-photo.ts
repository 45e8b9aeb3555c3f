import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/notifications/notify.ts';
import type { PhotoDependencies } from '#server/features/photos/add-photo.ts';
import { cancelFileRemoval, removalKeys, scheduleFileRemoval } from '#server/features/photos/file-removal.ts';
import { storeRenditions } from '#server/features/photos/store-renditions.ts';
import { holdQuotas, requireRoomForPhoto } from '#server/features/storage-usage/require-room.ts';
import { newId } from '#server/ids.ts';
import { mapStorageErrors } from '#server/storage/storage-errors.ts';
import { originalKey, type PhotoMime } from '#server/storage/storage-keys.ts';
import { FIRST_RENDITIONS } from './guest-photo-files.ts';
import { countWaitingByLink, type Guest } from './guest-photos.repository.ts';
import { notifyGuestPhotosWaiting } from './notify-guest-photos-waiting.ts';

type Dependencies = PhotoDependencies & Needs<'clock' | 'mail'>;

export type IncomingGuestPhoto = Guest & {
  galleryId: string;
  guestName: string;
  temporaryPath: string;
  /** Of the bytes as they were sent. */
  sha256: Buffer;
  /** Of the file as it was sent. */
  bytes: number;
  filename: string;
};

/**
 * Stores a photo that a guest sent, without its metadata, until an editor decides: files first, then the row in one
 * transaction. The same bytes again from the same browser answer the first one while it waits.
 * @throws AppError club_storage_full, guest_photos_enough, link_not_found when the link was deleted meanwhile
 */
export async function addGuestPhoto(
  dependencies: Dependencies,
  incoming: IncomingGuestPhoto,
): Promise<{ id: string; duplicate: boolean }> {
  try {
    const existing = await findSame(dependencies, incoming);
    if (existing) return { id: existing.id, duplicate: true };
    await requireRoomForPhoto(dependencies.db, incoming.galleryId, incoming.bytes);
    return await addNewGuestPhoto(dependencies, incoming);
  } finally {
    await rm(incoming.temporaryPath, { force: true });
  }
}

async function addNewGuestPhoto(
  dependencies: Dependencies,
  incoming: IncomingGuestPhoto,
): Promise<{ id: string; duplicate: boolean }> {
  const { store, imaging, maxPixels } = dependencies;
  const id = newId();
  const files = { id, original_key: '', rendition_version: FIRST_RENDITIONS };
  const stripped = store.temporaryPath();
  let kept = false;
  try {
    const source = incoming.temporaryPath;
    await scheduleFileRemoval(dependencies, removalKeys(files));
    const prepared = await storeRenditions(dependencies, {
      source,
      photoId: id,
      version: FIRST_RENDITIONS,
      maxPixels,
    });
    const { mime } = await mapStorageErrors(imaging.stripMetadata({ source, output: stripped, maxPixels }));
    const { size } = await stat(stripped);
    const sha256 = await hashOf(stripped);
    files.original_key = originalKey({ id, sha256, mime });
    await scheduleFileRemoval(dependencies, removalKeys(files)); // again: now with the original
    await store.put(files.original_key, stripped);
    const { width, height, thumbhash, taken_at } = prepared;
    const told = await dependencies.db.transaction().execute((trx) =>
      insertGuestPhoto(dependencies, trx, incoming, {
        id,
        filename: nameFor(incoming.filename, mime, prepared.mime),
        sha256,
        mime,
        bytes: size,
        width,
        height,
        taken_at,
        thumbhash,
        original_key: files.original_key,
      }),
    );
    kept = told !== undefined;
    publishNotifications(dependencies.bus, told ?? []);
    if (kept) return { id, duplicate: false };
    const same = await findSame(dependencies, incoming);
    if (!same) throw new AppError('edit_conflict'); // decided about in the same moment
    return { id: same.id, duplicate: true };
  } finally {
    await rm(stripped, { force: true });
    // If this fails, the scheduled removal does the same ten minutes later.
    if (!kept) await scheduleFileRemoval(dependencies, removalKeys(files), 0).catch(() => undefined);
  }
}

async function findSame({ db }: Needs<'db'>, { linkId, guestHash, sha256 }: IncomingGuestPhoto) {
  return db
    .selectFrom('guest_photo')
    .select('id')
    .where('share_link_id', '=', linkId)
    .where('guest_hash', '=', guestHash)
    .where('sent_sha256', '=', sha256)
    .executeTakeFirst();
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

/** A file whose metadata could not be cut out is a JPEG now, and is named so. */
const nameFor = (filename: string, kept: PhotoMime, sent: string): string =>
  kept === sent ? filename : `${filename.replace(/\.[^.]*$/, '')}.jpg`;

type Prepared = {
  id: string;
  filename: string;
  sha256: Buffer;
  mime: string;
  bytes: number;
  width: number;
  height: number;
  taken_at: string | null;
  thumbhash: string;
  original_key: string;
};

/** Inserts the row and cancels the removal. @returns who was notified; undefined when this browser sent it before */
async function insertGuestPhoto(
  dependencies: Dependencies,
  trx: Transaction<DB>,
  incoming: IncomingGuestPhoto,
  prepared: Prepared,
): Promise<string[] | undefined> {
  const { galleryId, linkId, guestHash, guestName, sha256: sent_sha256 } = incoming;
  // The gallery before the link, as when the gallery is deleted.
  const gallery = await trx
    .selectFrom('gallery')
    .select(['id', 'name', 'created_by', 'photographer_id'])
    .where('id', '=', galleryId)
    .forShare()
    .executeTakeFirst();
  const link = await trx
    .selectFrom('share_link')
    .select('id')
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst();
  if (!gallery || !link) throw new AppError('link_not_found');
  if ((await countWaitingByLink(trx, linkId)) >= inputLimits.guestPhotosMax)
    throw new AppError('guest_photos_enough');
  const inserted = await trx
    .insertInto('guest_photo')
    .values({
      ...prepared,
      gallery_id: galleryId,
      share_link_id: linkId,
      guest_hash: guestHash,
      guest_name: guestName,
      sent_sha256,
      sent_at: dependencies.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['share_link_id', 'guest_hash', 'sent_sha256']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return undefined;
  await holdQuotas(trx, galleryId);
  const keys = removalKeys({ ...prepared, rendition_version: FIRST_RENDITIONS });
  // The upload took so long that its files have been removed: refuse it.
  if (!(await cancelFileRemoval(dependencies, trx, keys))) throw new AppError('storage_unavailable');
  return notifyGuestPhotosWaiting(dependencies, trx, gallery);
}
