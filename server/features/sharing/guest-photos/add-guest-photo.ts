import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import type { Needs, OutgoingMetadata } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import type { Damage } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  holdQuotas,
  requireRoomForPhoto,
} from '#server/features/clubs/storage-usage/require-storage-room.ts';
import { fileNameWithoutErased } from '#server/features/galleries/photos/erased-names.ts';
import {
  type Original,
  type PhotoFileDependencies,
  type StoredPhoto,
  storePhotoFiles,
} from '#server/features/galleries/photos/store-photo-files.ts';
import { bytesOfCopy } from '#server/storage/draft.ts';
import { mapStorageErrors } from '#server/storage/storage-errors.ts';
import type { PhotoMime } from '#server/storage/storage-keys.ts';
import { creditOfGuest } from './credit-of-guest.ts';
import { countWaitingByLink, type Guest } from './guest-photos.repository.ts';
import { notifyGuestPhotosWaiting } from './notify-guest-photos-waiting.ts';
import { publishGuestPhotosChanged } from './publish-guest-photos-changed.ts';

type Dependencies = PhotoFileDependencies & Needs<'bus' | 'clock' | 'mail' | 'tokens'>;

type AddedGuestPhoto = { id: string; damage: Damage | null; duplicate: boolean };

export type IncomingGuestPhoto = Guest & {
  galleryId: string;
  /** Its bytes were announced when its upload in parts began; otherwise it came in one piece. */
  cameInParts?: boolean;
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
): Promise<AddedGuestPhoto> {
  try {
    const existing = await findSame(dependencies, incoming);
    if (existing) return { ...existing, duplicate: true };
    const announcedAt = incoming.cameInParts ? undefined : dependencies.clock.now();
    await requireRoomForPhoto(dependencies.db, incoming.galleryId, incoming.bytes, announcedAt);
    return await addNewGuestPhoto(dependencies, incoming);
  } finally {
    await rm(incoming.temporaryPath, { force: true });
  }
}

async function addNewGuestPhoto(
  dependencies: Dependencies,
  incoming: IncomingGuestPhoto,
): Promise<AddedGuestPhoto> {
  const source = incoming.temporaryPath;
  const stripped = await dependencies.store.draft(bytesOfCopy(incoming.bytes));
  let { filename } = incoming;
  let told: string[] = [];
  let damage: Damage | null = null;
  try {
    const id = await storePhotoFiles(dependencies, {
      source,
      filename,
      async makeOriginal({ mime: sent, taken }) {
        const metadata = { credit: creditOfGuest(incoming.guestName), taken: taken ?? undefined };
        const original = await stripMetadata(dependencies, { source, output: stripped.path, metadata });
        filename = nameFor(filename, original.mime, sent);
        return original;
      },
      async insertRow(trx, stored) {
        const notified = await insertGuestPhoto(dependencies, trx, incoming, { ...stored, filename });
        told = notified ?? [];
        damage = stored.damage;
        return notified !== undefined;
      },
    });
    publishNotifications(dependencies.bus, told);
    if (id) {
      publishGuestPhotosChanged(dependencies.bus, [incoming.galleryId]);
      return { id, damage, duplicate: false };
    }
    const same = await findSame(dependencies, incoming);
    if (!same) throw new AppError('edit_conflict'); // decided about in the same moment
    return { ...same, duplicate: true };
  } finally {
    await stripped.discard();
  }
}

/** Writes a copy that says of its author only what the guest typed, and is kept as the original. */
async function stripMetadata(
  { imaging, maxPixels }: PhotoFileDependencies,
  task: { source: string; output: string; metadata: OutgoingMetadata },
): Promise<Original> {
  const { mime } = await mapStorageErrors(imaging.stripMetadata({ ...task, maxPixels }));
  const path = task.output;
  const { size } = await stat(path);
  return { path, sha256: await hashOf(path), mime, bytes: size };
}

async function findSame({ db }: Needs<'db'>, { linkId, guestHash, sha256 }: IncomingGuestPhoto) {
  return db
    .selectFrom('guest_photo')
    .select(['id', 'damage'])
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
const nameFor = (filename: string, kept: PhotoMime, sent: PhotoMime): string =>
  kept === sent ? filename : `${filename.replace(/\.[^.]*$/, '')}.jpg`;

/** @returns who was notified; undefined when this browser sent it before */
async function insertGuestPhoto(
  dependencies: Dependencies,
  trx: Transaction<DB>,
  incoming: IncomingGuestPhoto,
  stored: StoredPhoto & { filename: string },
): Promise<string[] | undefined> {
  const { galleryId, linkId, guestHash, guestName, sha256: sent_sha256 } = incoming;
  // The gallery before the link, as when the gallery is deleted.
  const gallery = await trx
    .selectFrom('gallery')
    .select(['id', 'name'])
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
  const waiting = await countWaitingByLink(trx, linkId);
  if (waiting >= countLimits.waitingPhotosPerLinkMax) throw new AppError('guest_photos_enough');
  const named = { id: stored.id, filename: stored.filename };
  const { filename } = await fileNameWithoutErased(dependencies, trx, galleryId, named);
  const inserted = await trx
    .insertInto('guest_photo')
    .values({
      ...stored,
      filename,
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
  return notifyGuestPhotosWaiting(dependencies, trx, gallery, waiting + 1);
}
