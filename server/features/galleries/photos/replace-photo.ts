import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { Needs, Placement, RenditionResult } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { refusedActionErrors, targetRules } from '#server/contract/permissions.ts';
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
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { type LoadedGallery, requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { requireId } from '#server/ids.ts';
import type { Recall } from '#server/remember-until-written.ts';
import { requireWhole, StoredFileMissing, type StoredOriginal } from '#server/storage/photo-store.ts';
import { copiesOf, renditionKeys } from '#server/storage/storage-keys.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { blockPictures } from './blocked-pictures.repository.ts';
import { compareMedium } from './compare-medium.ts';
import { deletePhotoRows } from './delete-photos.ts';
import { findVersionBefore, keepVersion, removeVersions } from './deleted-photos.repository.ts';
import { type HeldPhotos, holdBlockedPictures } from './hold-blocked-pictures.ts';
import { requeueAnalyses } from './photo-analyses.repository.ts';
import { requireShown } from './photo-files.repository.ts';
import { storedCredit, takenColumns } from './photo-metadata.ts';
import { moveFaces, takeVersion } from './photo-versions.repository.ts';
import { savePhotoWords } from './photo-words.repository.ts';
import { findPhoto, findSamePhoto } from './photos.repository.ts';
import { noteRemovedRefusers } from './removed-refusers.repository.ts';
import {
  type PhotoFileDependencies,
  type SaidOfPhoto,
  type StoredPhoto,
  storePhotoFiles,
} from './store-photo-files.ts';

type Dependencies = PhotoFileDependencies &
  Needs<'bus' | 'clock' | 'tokens' | 'mail' | 'log'> & { recall: Recall };

/** A file that is to replace that of a photo. */
export type Replacement = {
  temporaryPath: string;
  sha256: Buffer;
  bytes: number;
  /** As of an incoming photo (add-photo.ts). */
  cameInParts?: boolean;
  /** Likewise. */
  onlyWhole?: boolean;
};

export type Replaced =
  | { outcome: 'replaced' | 'same_bytes'; photo: Photo; held: boolean }
  | { outcome: 'another_shot' };

/** The file shows something else: nothing was changed. */
class AnotherShot extends Error {}

/**
 * Replaces the file of a photo by another of the same shot: taken at the same moment, and the same picture but for light, crop and turn.
 * The photo keeps its id, name, place, and all that was said about it; its faces are moved along and found again
 * (jobs/handlers/analyse-photo.ts). The version before is kept for some days (bringBack). The temporary file stays where the outcome is
 * `another_shot`, so that it can be added as a photo of its own.
 * @throws AppError edit_conflict when the photo was replaced meanwhile
 */
export async function replacePhoto(
  ctx: Dependencies,
  viewer: SignedIn,
  { photo_id, upload }: { photo_id: string; upload: Replacement },
): Promise<Replaced> {
  let outcome: Replaced | undefined;
  try {
    const photo = await requireReplaceable(ctx, viewer, photo_id);
    outcome = await replaceBy(ctx, viewer, photo, upload);
    return outcome;
  } finally {
    if (outcome?.outcome !== 'another_shot') await rm(upload.temporaryPath, { force: true });
  }
}

/**
 * Brings the version before of a photo back, which is then the one that can be brought back.
 * @throws AppError photo_version_gone
 */
export async function bringBack(ctx: Dependencies, viewer: SignedIn, photo_id: string): Promise<Photo> {
  const photo = await requireReplaceable(ctx, viewer, photo_id);
  const before = await findVersionBefore(ctx.db, photo.id, ctx.clock.now());
  if (!before) throw new AppError('photo_version_gone');
  try {
    const replaced = await replaceByStored(ctx, viewer, photo, before, { version: before.id });
    if (replaced.outcome === 'another_shot') throw new AppError('photo_version_gone');
    return replaced.photo;
  } catch (error) {
    if (error instanceof StoredFileMissing) throw new AppError('photo_version_gone', { cause: error });
    throw error;
  }
}

const columns = [
  'id',
  'gallery_id',
  'uploaded_by',
  'filename',
  'sha256',
  'sent_sha256',
  'rendition_version',
  'taken_at_local',
] as const;

/**
 * A photo that the viewer may replace: with the right to upload, and to delete photos where somebody else uploaded it.
 * @throws AppError photo_not_found, gallery_forbidden, gallery_action_forbidden
 */
export async function requireReplaceable(
  ctx: Needs<'db' | 'clock'> & { recall: Recall },
  viewer: SignedIn,
  photoId: string,
) {
  const photo = await ctx.db
    .selectFrom('photo')
    .select(columns)
    .where('id', '=', requireId(photoId, 'photo_not_found'))
    // A key for programs knows of no photo that is hidden.
    .$if(viewer.key !== undefined, (photos) => photos.where((eb) => eb.not(isTakenDown())))
    .executeTakeFirst();
  if (!photo) throw new AppError('photo_not_found');
  const gallery = await requireGallery(ctx, viewer, photo.gallery_id, 'uploadPhotos');
  await requireShown(ctx.db, photo.id, gallery.audience);
  if (!mayReplace(viewer, gallery, photo)) throw new AppError(refusedActionErrors.gallery);
  return photo;
}
type Replaceable = Awaited<ReturnType<typeof requireReplaceable>>;

const mayReplace = (viewer: SignedIn, gallery: LoadedGallery, photo: { uploaded_by: string | null }) =>
  photo.uploaded_by === viewer.id || targetRules.gallery.deletePhotos(viewer, gallery.facts);

/** Where a file comes from that was here before: the version that comes back, or a photo that was added beside. */
type Origin = { version: string } | { added: string };

/** By a copy of a file that is stored. @throws StoredFileMissing */
export async function replaceByStored(
  ctx: Dependencies,
  viewer: SignedIn,
  photo: Replaceable,
  file: StoredOriginal & { sha256: Buffer },
  from: Origin,
): Promise<Replaced> {
  const { bytes, sha256 } = file;
  const draft = await ctx.store.draft(bytes);
  try {
    await requireWhole(ctx.store, file);
    await draft.write(await ctx.store.openRead(file.original_key));
    return await replaceBy(ctx, viewer, photo, { temporaryPath: draft.path, sha256, bytes }, from);
  } finally {
    await draft.discard();
  }
}

/** @param from without it the file was sent */
async function replaceBy(
  ctx: Dependencies,
  viewer: SignedIn,
  photo: Replaceable,
  upload: Replacement,
  from?: Origin,
): Promise<Replaced> {
  const { db, clock } = ctx;
  const broughtBack = from && 'version' in from ? from.version : undefined;
  const added = from && 'added' in from ? from.added : undefined;
  const isSame = (hash: Buffer | null) => hash !== null && upload.sha256.equals(hash);
  if (isSame(photo.sha256) || isSame(photo.sent_sha256))
    return { outcome: 'same_bytes', photo: await getPhoto(ctx, photo.id), held: false };
  const same = await findSamePhoto(db, photo.gallery_id, [upload.sha256]);
  if (same !== undefined && same !== added) return { outcome: 'another_shot' };
  // What was added counts already.
  if (added === undefined)
    await requireRoomForPhoto(
      db,
      photo.gallery_id,
      upload.bytes,
      upload.cameInParts ? undefined : clock.now(),
    );
  const version = await takeVersion(db, photo.id);
  if (version === undefined) throw new AppError('photo_not_found');
  let placement: Placement | undefined;
  let held: HeldPhotos | undefined;
  try {
    await storePhotoFiles(ctx, {
      source: upload.temporaryPath,
      // Whose name tells the day keeps it.
      filename: photo.filename,
      replaces: { id: photo.id, version },
      async makeOriginal(prepared) {
        if (upload.onlyWhole && prepared.damage) throw new AppError('image_unreadable');
        placement = await requireSameShot(ctx, photo, {
          version,
          prepared,
          isKnown: broughtBack !== undefined,
        });
        const { temporaryPath: path, sha256, bytes } = upload;
        return { path, sha256, mime: prepared.mime, bytes };
      },
      async insertRow(trx, stored, said) {
        held = await writeReplacement(ctx, trx, viewer, {
          photo,
          version,
          stored,
          said,
          placement: placement!,
          broughtBack,
          added,
        });
        return true;
      },
    });
  } catch (error) {
    if (error instanceof AnotherShot) return { outcome: 'another_shot' };
    throw error;
  }
  const replaced = await getPhoto(ctx, photo.id);
  ctx.bus.publish({ topic: `gallery:${photo.gallery_id}`, kind: 'photos' });
  publishNotifications(ctx.bus, held?.notified ?? []);
  return { outcome: 'replaced', photo: replaced, held: Boolean(held?.held.length) };
}

async function getPhoto({ db }: Needs<'db'>, id: string): Promise<Photo> {
  const photo = await findPhoto(db, id, 'editors');
  if (!photo) throw new AppError('photo_not_found');
  return photo;
}

async function requireSameShot(
  ctx: Dependencies,
  photo: Replaceable,
  { version, prepared, isKnown }: { version: number; prepared: RenditionResult; isKnown: boolean },
): Promise<Placement> {
  if (!isKnown && takenColumns(prepared.taken).taken_at_local !== photo.taken_at_local)
    throw new AnotherShot();
  const { id, rendition_version } = photo;
  const compared = await compareMedium(ctx, { id, version: rendition_version }, { id, version }).catch(
    async (error: unknown) => {
      if (!(error instanceof StoredFileMissing)) throw error;
      // The renditions go when another file takes its place, or new ones are made.
      const { length } = await ctx.db
        .selectFrom('photo')
        .select('id')
        .where('id', '=', id)
        .where('rendition_version', '=', rendition_version)
        .execute();
      throw new AppError(length > 0 ? 'photo_file_missing' : 'edit_conflict', { cause: error });
    },
  );
  if (!compared.isSame && !isKnown) throw new AnotherShot();
  return compared.placement;
}

type Written = {
  photo: Replaceable;
  version: number;
  stored: StoredPhoto;
  said: SaidOfPhoto;
  placement: Placement;
  broughtBack: string | undefined;
  added: string | undefined;
};

/** Galleries before photos, as when people are grouped or photos deleted. */
async function writeReplacement(
  ctx: Dependencies,
  trx: Transaction<DB>,
  viewer: SignedIn,
  { photo, version, stored, said, placement, broughtBack, added }: Written,
): Promise<HeldPhotos> {
  const { id, gallery_id } = photo;
  await holdGallery(trx, gallery_id);
  const before = await trx
    .selectFrom('photo')
    .select(['sha256', 'rendition_version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError('photo_not_found');
  if (added) await removeAdded(ctx, trx, added, { ...photo, sha256: stored.sha256 });
  if (!before.sha256.equals(photo.sha256) || (await findSamePhoto(trx, gallery_id, [stored.sha256])))
    throw new AppError('edit_conflict');
  // Somebody on it was erased meanwhile, or asked to hide it.
  if (broughtBack && (await findVersionBefore(trx, id, ctx.clock.now()))?.id !== broughtBack)
    throw new AppError('photo_version_gone');
  await blockPictures(ctx, trx, sql<boolean>`photo.id = ${id}::uuid`);
  await removeVersions(ctx, trx, [id]);
  await keepVersion(trx, id, { by: viewer.id, at: ctx.clock.now() });
  const { sha256, mime, bytes, width, height, thumbhash, damage, pixel_sha256, original_key } = stored;
  const ownCredit = storedCredit(said.credit);
  await trx
    .updateTable('photo')
    .set({
      ...{ sha256, mime, bytes, width, height, thumbhash, damage, pixel_sha256, original_key },
      sent_sha256: null,
      filename: nameAs(photo.filename, original_key),
      ...(ownCredit !== null && { credit: ownCredit }),
      metadata_revision: stored.metadata_revision,
      rendition_version: version,
      replaced_at: ctx.clock.now(),
      awaits_grouping: true,
      awaits_comparison: sql<boolean>`awaits_comparison or ${holdsBackAdded(gallery_id, ctx.clock)}`,
      awaits_answer: sql<boolean>`awaits_answer or ${awaitsAnswer(gallery_id, ctx.clock.now())}`,
    })
    .where('id', '=', id)
    .execute();
  await savePhotoWords(ctx, trx, { id, gallery_id }, said.words);
  await moveFaces(trx, id, placement);
  await forgetAbsent(trx, gallery_id);
  const held = await holdBlockedPictures(ctx, trx, gallery_id, [id]);
  await holdQuotas(trx, gallery_id);
  const old = { id, rendition_version: before.rendition_version };
  await ctx.jobs.enqueue(trx, 'remove-files', [{ keys: [...renditionKeys(old), ...copiesOf(id)] }]);
  const analyses = await requeueAnalyses(trx, { photoIds: [id] });
  await ctx.jobs.enqueue(
    trx,
    'analyse-photo',
    analyses.map((analysis) => ({ ...analysis, is_restored: true as const })),
  );
  return held;
}

/** The added photo whose file it was goes for good. What was said against it holds for the other, as after a deletion. */
async function removeAdded(
  ctx: Dependencies,
  trx: Transaction<DB>,
  added: string,
  { id, gallery_id, sha256 }: Pick<Replaceable, 'id' | 'gallery_id' | 'sha256'>,
): Promise<void> {
  const there = await trx
    .selectFrom('photo')
    .select('id')
    .where('id', '=', added)
    .where('gallery_id', '=', gallery_id)
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst();
  if (!there) throw new AppError('edit_conflict');
  await noteRemovedRefusers(ctx, trx, [added], { stillOn: id });
  await deletePhotoRows(ctx, trx, [added], false);
  await trx
    .updateTable('delivered_file')
    .set({ photo_id: id })
    .where('gallery_id', '=', gallery_id)
    .where('photo_id', '=', added)
    .execute();
}

/** The photo keeps its name, by which it has its place; a file of another type ends otherwise. */
function nameAs(filename: string, key: string): string {
  const [was, is] = [extname(filename), extname(key)];
  const same = (ending: string) => ending.toLowerCase().replace('.jpeg', '.jpg');
  return same(was) === same(is) ? filename : `${filename.slice(0, filename.length - was.length)}${is}`;
}
