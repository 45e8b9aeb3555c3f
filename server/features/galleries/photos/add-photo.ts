import { rm } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  holdQuotas,
  requireRoomForPhoto,
} from '#server/features/clubs/storage-usage/require-storage-room.ts';
import {
  awaitsAnswer,
  forgetAbsent,
  holdsBackAdded,
} from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import type { BeforeByPath } from './blocked-pictures.repository.ts';
import { creditLineOf } from './credit-line.repository.ts';
import { fileNameWithoutErased } from './erased-names.ts';
import { type HeldPhotos, holdBlockedPictures, holdLikeBefore } from './hold-blocked-pictures.ts';
import { insertQueuedAnalysis } from './photo-analyses.repository.ts';
import { storedCredit } from './photo-metadata.ts';
import { savePhotoWords } from './photo-words.repository.ts';
import { findPhoto, findSamePhoto } from './photos.repository.ts';
import {
  type PhotoFileDependencies,
  type SaidOfPhoto,
  type StoredPhoto,
  storePhotoFiles,
} from './store-photo-files.ts';

type Dependencies = PhotoFileDependencies & Needs<'bus' | 'clock' | 'tokens' | 'mail'>;

export type IncomingPhoto = {
  galleryId: string;
  /** Its bytes were announced when its upload in parts began; otherwise it came in one piece. */
  cameInParts?: boolean;
  uploadedBy: string;
  temporaryPath: string;
  sha256: Buffer;
  bytes: number;
  filename: string;
  relativePath: string | null;
  /** Refuses a file of which a part had to be made up: the rest may still come. */
  onlyWhole?: boolean;
  /** What its path had before. */
  before?: BeforeByPath;
};

type AddedPhoto = { photo: Photo; duplicate: boolean; held: boolean };

/**
 * Stores an uploaded file as a photo: decoded once, files first, then row and job in one transaction. What is
 * answered is on disk and in the database. The same bytes again in the same gallery answer the first photo, also when a
 * guest sent them and they were accepted. A picture that was hidden, left out or declined before is `held` for those who decide.
 */
export async function addPhoto(dependencies: Dependencies, incoming: IncomingPhoto): Promise<AddedPhoto> {
  try {
    const existing = await findSame(dependencies, incoming);
    if (existing) return { photo: existing, duplicate: true, held: false };
    const announcedAt = incoming.cameInParts ? undefined : dependencies.clock.now();
    await requireRoomForPhoto(dependencies.db, incoming.galleryId, incoming.bytes, announcedAt);
    return await addNewPhoto(dependencies, incoming);
  } finally {
    await rm(incoming.temporaryPath, { force: true });
  }
}

async function addNewPhoto(dependencies: Dependencies, incoming: IncomingPhoto): Promise<AddedPhoto> {
  const { temporaryPath: path, sha256, bytes, galleryId } = incoming;
  let held: HeldPhotos | undefined;
  const id = await storePhotoFiles(dependencies, {
    source: path,
    filename: incoming.filename,
    makeOriginal: async ({ mime, damage }) => {
      if (incoming.onlyWhole && damage) throw new AppError('image_unreadable');
      return { path, sha256, mime, bytes };
    },
    async insertRow(trx, stored, said) {
      held = await insertPhoto(dependencies, trx, incoming, stored, said);
      return held !== undefined;
    },
  });
  const photo = id ? await findPhoto(dependencies.db, id, 'editors') : await findSame(dependencies, incoming);
  if (!photo) throw new AppError('gallery_not_found'); // deleted in the same moment
  dependencies.bus.publish({ topic: `gallery:${galleryId}`, kind: 'photos' });
  publishNotifications(dependencies.bus, held?.notified ?? []);
  return { photo, duplicate: !id, held: Boolean(held?.held.length) };
}

async function findSame(
  dependencies: Needs<'db'>,
  { galleryId, sha256 }: IncomingPhoto,
): Promise<Photo | undefined> {
  const id = await findSamePhoto(dependencies.db, galleryId, [sha256]);
  return id === undefined ? undefined : findPhoto(dependencies.db, id, 'editors');
}

/** Inserts the row and its recognition job; undefined when the gallery already has this file. */
async function insertPhoto(
  dependencies: Dependencies,
  trx: Transaction<DB>,
  { galleryId, uploadedBy, filename, relativePath, before }: IncomingPhoto,
  stored: StoredPhoto,
  { credit, words, camera }: SaidOfPhoto,
): Promise<HeldPhotos | undefined> {
  const gallery = await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', '=', galleryId)
    .forShare()
    .executeTakeFirst();
  if (!gallery) throw new AppError('gallery_not_found');
  // The gallery's row is locked, so no editor accepts a guest photo meanwhile.
  if (await findSamePhoto(trx, galleryId, [stored.sha256])) return undefined;
  const named = { id: stored.id, filename, relative_path: relativePath };
  const inserted = await trx
    .insertInto('photo')
    .values({
      ...stored,
      gallery_id: galleryId,
      uploaded_by: uploadedBy,
      ...(await fileNameWithoutErased(dependencies, trx, galleryId, named)),
      credit: storedCredit(credit),
      camera: camera ?? '',
      credit_line: creditLineOf(uploadedBy),
      awaits_comparison: holdsBackAdded(galleryId, dependencies.clock),
      awaits_answer: awaitsAnswer(galleryId, dependencies.clock.now()),
    })
    .onConflict((conflict) => conflict.columns(['gallery_id', 'sha256']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return undefined;
  await savePhotoWords(dependencies, trx, { id: stored.id, gallery_id: galleryId }, words);
  await forgetAbsent(trx, galleryId);
  const own = { id: stored.id, gallery_id: galleryId };
  const held = await holdBlockedPictures(dependencies, trx, galleryId, [stored.id]);
  const alike = before && (await holdLikeBefore(dependencies, trx, own, before));
  await holdQuotas(trx, galleryId);
  await insertQueuedAnalysis(trx, own);
  await dependencies.jobs.enqueue(trx, 'analyse-photo', [{ photo_id: stored.id }]);
  return {
    held: [...held.held, ...(alike?.held ?? [])],
    notified: [...held.notified, ...(alike?.notified ?? [])],
  };
}
