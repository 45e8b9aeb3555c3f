import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { type Actor, recordAudit } from '#server/features/audit/record-audit.ts';
import { blockPictures } from '#server/features/photos/blocked-pictures.repository.ts';
import { removePhotoFiles } from '#server/features/photos/schedule-file-removal.ts';
import { FIRST_RENDITIONS } from '#server/features/photos/store-renditions.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedGallery } from './load-gallery.ts';

/** Deletes a gallery with its photos, deleted ones and those of guests that wait, faces, people and links; the files follow in the background. */
export async function deleteGallery(
  ctx: Needs<'db' | 'jobs' | 'bus' | 'clock' | 'tokens'> & { viewer: SignedIn },
  gallery: LoadedGallery,
): Promise<void> {
  await ctx.db.transaction().execute((trx) => deleteGalleryRows(ctx, trx, gallery, ctx.viewer));
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
}

/** The same in a transaction of the caller, who publishes that the gallery changed. */
export async function deleteGalleryRows(
  ctx: Needs<'jobs' | 'clock' | 'tokens'>,
  trx: Transaction<DB>,
  gallery: { id: string; name: string },
  actor: Actor,
): Promise<void> {
  // The gallery first: an upload that is being written holds it, and its files have to be among those removed.
  await trx.selectFrom('gallery').select('id').where('id', '=', gallery.id).forUpdate().execute();
  const photos = await trx
    .selectFrom('photo')
    .select(['id', 'original_key', 'rendition_version'])
    .where('gallery_id', '=', gallery.id)
    .forUpdate()
    .execute();
  const deletedPhotos = await trx
    .selectFrom('deleted_photo')
    .select(['id', 'original_key', 'rendition_version'])
    .where('gallery_id', '=', gallery.id)
    .forUpdate()
    .execute();
  const guestPhotos = await trx
    .selectFrom('guest_photo')
    .select(['id', 'original_key'])
    .where('gallery_id', '=', gallery.id)
    .forUpdate()
    .execute();
  await blockPictures(ctx, trx, sql<boolean>`photo.gallery_id = ${gallery.id}::uuid`);
  const result = await trx.deleteFrom('gallery').where('id', '=', gallery.id).executeTakeFirst();
  if (result.numDeletedRows === 0n) throw new AppError('gallery_not_found');
  const waiting = guestPhotos.map((photo) => ({ ...photo, rendition_version: FIRST_RENDITIONS }));
  await removePhotoFiles(ctx, trx, [...photos, ...deletedPhotos, ...waiting]);
  await recordAudit(trx, actor, {
    action: 'gallery.delete',
    target: { kind: 'gallery', id: gallery.id, name: gallery.name },
    params: { photos: photos.length },
  });
}
