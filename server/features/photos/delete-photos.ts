import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { allowedGalleryIds } from '#server/features/galleries/load-gallery.ts';
import { onlyIds } from '#server/ids.ts';
import { photoFileKeys } from '#server/storage/storage-keys.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus'> & { viewer: SignedIn };

/**
 * Deletes photos with their faces; the files follow in the background, the people are grouped again.
 * Ids that name nothing are `missing`, photos the viewer may not delete `forbidden`; the rest is deleted.
 */
export async function deletePhotos(ctx: Dependencies, photoIds: readonly string[]) {
  const ids = onlyIds(photoIds);
  const known =
    ids.length === 0
      ? []
      : await ctx.db.selectFrom('photo').select(['id', 'gallery_id']).where('id', 'in', ids).execute();
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

async function removePhotos(ctx: Dependencies, trx: Transaction<DB>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const removed = await trx
    .deleteFrom('photo')
    .where('id', 'in', [...ids])
    .returning(['id', 'gallery_id', 'original_key', 'rendition_version'])
    .execute();
  if (removed.length === 0) return [];
  await ctx.jobs.enqueue(trx, 'remove-files', [{ keys: removed.flatMap(photoFileKeys) }]);
  const galleries = new Set(removed.map((photo) => photo.gallery_id));
  await ctx.jobs.enqueue(
    trx,
    'cluster-gallery',
    [...galleries].map((gallery_id) => ({ gallery_id })),
  );
  return removed;
}
