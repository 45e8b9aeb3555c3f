import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { onlyIds } from '#server/ids.ts';
import { deleteEnded } from './deleted-photos.repository.ts';
import { removePhotoFiles } from './schedule-file-removal.ts';

const PHOTOS_AT_ONCE = 500;

type Purged = {
  id: string;
  gallery_id: string;
  original_key: string;
  rendition_version: number;
  version_of: string | null;
};

/**
 * Deletes deleted photos of a gallery for good, those given or all.
 * @throws AppError photo_not_found when there are none
 */
export async function purgeDeletedPhotos(
  ctx: Needs<'db' | 'jobs' | 'bus'>,
  galleryId: string,
  photoIds: readonly string[] | undefined,
): Promise<{ deleted: number }> {
  const deleted = await ctx.db.transaction().execute(async (trx) => {
    let query = trx
      .deleteFrom('deleted_photo')
      .where('gallery_id', '=', galleryId)
      .where('version_of', 'is', null);
    if (photoIds) query = query.where(sql<boolean>`id = any(${onlyIds(photoIds)}::uuid[])`);
    const purged = await query
      .returning(['id', 'gallery_id', 'original_key', 'rendition_version', 'version_of'])
      .execute();
    await finish(ctx, trx, purged);
    return purged.length;
  });
  if (deleted === 0) throw new AppError('photo_not_found');
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'photos' });
  return { deleted };
}

/** Deletes the photos for good whose days are over, or that must not be restored any more. */
export async function removeEndedPhotos(ctx: Needs<'db' | 'jobs' | 'clock'>): Promise<void> {
  const remove = () => ctx.db.transaction().execute((trx) => removeSomeEndedPhotos(ctx, trx));
  while ((await remove()) === PHOTOS_AT_ONCE);
}

/** The same of some photos, in a transaction of the caller. @returns how many there were */
export async function removeSomeEndedPhotos(
  ctx: Needs<'jobs' | 'clock'>,
  trx: Transaction<DB>,
): Promise<number> {
  const ended = await deleteEnded(trx, ctx.clock.now(), PHOTOS_AT_ONCE);
  await finish(ctx, trx, ended);
  return ended.length;
}

/** Files follow in the background; people who were in these photos only are deleted when the gallery is grouped again. */
async function finish(ctx: Needs<'jobs'>, trx: Transaction<DB>, purged: readonly Purged[]): Promise<void> {
  await removePhotoFiles(ctx, trx, purged);
  const galleries = new Set(purged.map(({ gallery_id }) => gallery_id));
  await ctx.jobs.enqueue(
    trx,
    'cluster-gallery',
    [...galleries].map((gallery_id) => ({ gallery_id })),
  );
}
