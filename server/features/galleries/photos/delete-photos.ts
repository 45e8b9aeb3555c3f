import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { onlyIds } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { blockPictures } from './blocked-pictures.repository.ts';
import { keepDeletedPhotos, removeVersions } from './deleted-photos.repository.ts';
import { noteRemovedRefusers } from './removed-refusers.repository.ts';
import { removePhotoFiles } from './schedule-file-removal.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'tokens'> & { viewer: SignedIn };

/**
 * Deletes photos with their faces; the people are grouped again. For some days they can be restored (restore-photos.ts); the files
 * of those that cannot are removed in the background. What was said against them stays (blocked-pictures.repository.ts), and so does
 * that somebody who refused was on them (removed-refusers.repository.ts).
 * Ids that name nothing are `missing`, photos the viewer may not delete `forbidden`; the rest is deleted.
 */
export async function deletePhotos(ctx: Dependencies, photoIds: readonly string[]) {
  const ids = onlyIds(photoIds);
  const known =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('photo')
          .select(['id', 'gallery_id'])
          .where('id', 'in', ids)
          // A key for programs knows of no photo that is hidden.
          .$if(ctx.viewer.key !== undefined, (photos) => photos.where((eb) => eb.not(isTakenDown())))
          .execute();
  const galleries = [...new Set(known.map((photo) => photo.gallery_id))];
  const allowed = await allowedGalleryIds(ctx.db, ctx.viewer, galleries, 'deletePhotos');
  const deletable = known.filter((photo) => allowed.has(photo.gallery_id)).map((photo) => photo.id);
  const removed = await ctx.db.transaction().execute((trx) => removePhotos(ctx, trx, deletable));
  for (const galleryId of new Set(removed.map((photo) => photo.gallery_id)))
    ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'photos' });
  const deleted_ids = removed.map((photo) => photo.id);
  const forbidden = known.filter((photo) => !allowed.has(photo.gallery_id)).map((photo) => photo.id);
  const answered = new Set([...deleted_ids, ...forbidden]);
  const missing = photoIds.filter((id) => !answered.has(id.toLowerCase()));
  return { deleted_ids, deleted: deleted_ids.length, skipped: { forbidden, missing: [...new Set(missing)] } };
}

/** Deletes a photo that whoever sent it takes back. The caller has asked whose it is. */
export async function takeBackPhoto(ctx: Dependencies, id: string): Promise<void> {
  const removed = await ctx.db.transaction().execute((trx) => removePhotos(ctx, trx, [id]));
  for (const { gallery_id } of removed) ctx.bus.publish({ topic: `gallery:${gallery_id}`, kind: 'photos' });
}

async function removePhotos(ctx: Dependencies, trx: Transaction<DB>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  await lockPhotos(trx, ids);
  await noteRemovedRefusers(ctx, trx, ids);
  const keeps = (await getInstallationSettings(trx)).bin_days > 0;
  const removed = await deletePhotoRows(ctx, trx, ids, keeps && { by: ctx.viewer.id, at: ctx.clock.now() });
  const galleries = new Set(removed.map((photo) => photo.gallery_id));
  await ctx.jobs.enqueue(
    trx,
    'cluster-gallery',
    [...galleries].map((gallery_id) => ({ gallery_id })),
  );
  return removed;
}

/**
 * Deletes photos that the caller has locked. What was said against them stays. What somebody asked to take down is deleted at once.
 * @param deleted by whom and when those were deleted that can be restored; false: none can
 */
export async function deletePhotoRows(
  ctx: Needs<'jobs' | 'clock' | 'tokens'>,
  trx: Transaction<DB>,
  ids: readonly string[],
  deleted: false | { by: string | null; at: Date },
) {
  await blockPictures(ctx, trx, sql<boolean>`photo.id = any(${[...ids]}::uuid[])`);
  const kept = new Set(deleted ? await keepSome(trx, ids, deleted) : []);
  await removeVersions(ctx, trx, ids);
  const removed = await trx
    .deleteFrom('photo')
    .where('id', 'in', [...ids])
    .returning(['id', 'gallery_id', 'original_key', 'rendition_version'])
    .execute();
  await removePhotoFiles(
    ctx,
    trx,
    removed.filter(({ id }) => !kept.has(id)),
  );
  return removed;
}

/** Galleries before photos, as when people are grouped or edited: nothing changes between the copy and the deletion. */
async function lockPhotos(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', 'in', (photos) =>
      photos
        .selectFrom('photo')
        .select('photo.gallery_id')
        .where('photo.id', 'in', [...ids]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await trx
    .selectFrom('photo')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Answers which photos can be restored. */
async function keepSome(
  trx: Transaction<DB>,
  ids: readonly string[],
  deleted: { by: string | null; at: Date },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('photo')
    .select('id')
    .where('id', 'in', [...ids])
    .where((photo) => photo.not(isTakenDown()))
    .execute();
  const kept = rows.map(({ id }) => id);
  await keepDeletedPhotos(trx, kept, deleted);
  return kept;
}
