import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { blockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { deletePhotoRows } from '#server/features/galleries/photos/delete-photos.ts';
import { type Actor, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedGallery } from './load-gallery.ts';
import { purgeGalleryRows } from './purge-deleted-galleries.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'tokens'>;

/**
 * Deletes a gallery. For some days it can be restored (restore-gallery.ts): nobody sees it, its links are switched off, and its photos
 * are deleted as single ones are.
 */
export async function deleteGallery(
  ctx: Dependencies & { viewer: SignedIn },
  gallery: Authorized<LoadedGallery, 'delete'>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { bin_days } = await getInstallationSettings(trx);
    await (bin_days > 0 ? hideGallery(ctx, trx, gallery) : deleteGalleryRows(ctx, trx, gallery, ctx.viewer));
  });
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
  await deletePhotosOfDeleted(ctx, gallery.id);
}

async function hideGallery(
  { clock, viewer }: Needs<'clock'> & { viewer: SignedIn },
  trx: Transaction<DB>,
  gallery: { id: string; name: string },
): Promise<void> {
  const photos = await lockWithPhotos(trx, gallery.id);
  await trx
    .updateTable('share_link')
    .set({ is_active: false })
    .where('gallery_id', '=', gallery.id)
    .where('is_active', '=', true)
    .execute();
  await trx
    .updateTable('stored_gallery')
    .set({ deleted_at: clock.now(), deleted_by: viewer.id })
    .where('id', '=', gallery.id)
    .execute();
  await recordDeletion(trx, viewer, gallery, photos);
}

/** Photos in one transaction: the embedded database answers no other query meanwhile. */
const PHOTOS_AT_ONCE = 100;

/** Deletes the photos of a deleted gallery, unless it is restored meanwhile. */
async function deletePhotosOfDeleted(ctx: Dependencies, galleryId: string): Promise<void> {
  const deleteSome = () =>
    ctx.db.transaction().execute(async (trx) => {
      const gallery = await trx
        .selectFrom('stored_gallery')
        .select((row) => ['deleted_by as by', row.ref('deleted_at').$notNull().as('at')])
        .where('id', '=', galleryId)
        .where('deleted_at', 'is not', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!gallery) return 0;
      const photos = await trx
        .selectFrom('photo')
        .select('id')
        .where('gallery_id', '=', galleryId)
        .orderBy('id')
        .limit(PHOTOS_AT_ONCE)
        .forUpdate()
        .execute();
      const ids = photos.map(({ id }) => id);
      if (ids.length > 0) await deletePhotoRows(ctx, trx, ids, gallery);
      return ids.length;
    });
  while ((await deleteSome()) === PHOTOS_AT_ONCE);
}

/** The same of all deleted galleries: a server that was killed meanwhile goes on with it. */
export async function deletePhotosLeftOver(ctx: Dependencies): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from stored_gallery gallery
    where deleted_at is not null and exists (select from photo where photo.gallery_id = gallery.id)`.execute(
    ctx.db,
  );
  for (const { id } of rows) await deletePhotosOfDeleted(ctx, id);
}

/**
 * Deletes a gallery with its photos, deleted ones and those of guests that wait, faces, people and links for good; the files follow in
 * the background. In a transaction of the caller, who publishes that the gallery changed.
 */
export async function deleteGalleryRows(
  ctx: Needs<'jobs' | 'clock' | 'tokens'>,
  trx: Transaction<DB>,
  gallery: { id: string; name: string },
  actor: Actor,
): Promise<void> {
  const photos = await lockWithPhotos(trx, gallery.id);
  await blockPictures(ctx, trx, sql<boolean>`photo.gallery_id = ${gallery.id}::uuid`);
  await purgeGalleryRows(ctx, trx, gallery.id);
  await recordDeletion(trx, actor, gallery, photos);
}

/** The gallery first: an upload that is being written holds it, and its photo has to be among those deleted. @returns how many there are */
async function lockWithPhotos(trx: Transaction<DB>, galleryId: string): Promise<number> {
  const gallery = await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', '=', galleryId)
    .forUpdate()
    .executeTakeFirst();
  if (!gallery) throw new AppError('gallery_not_found');
  const photos = await trx
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return photos.length;
}

const recordDeletion = (
  trx: Transaction<DB>,
  actor: Actor,
  { id, name }: { id: string; name: string },
  photos: number,
) =>
  recordAudit(trx, actor, {
    action: 'gallery.delete',
    target: { kind: 'gallery', id, name },
    params: { photos },
  });
