import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { blockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { restoreDeleted } from '#server/features/galleries/photos/restore-photos.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { lockDeletedGallery } from './deleted-galleries.repository.ts';
import { purgeGalleryRows } from './purge-deleted-galleries.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'mail' | 'tokens'> & { viewer: SignedIn };

/**
 * Restores a deleted gallery, then the photos that were deleted with it; its links stay switched off. Where this is interrupted, the
 * rest is among the gallery's deleted photos.
 * @throws AppError gallery_not_found when it cannot be restored, or not by the viewer
 */
export async function restoreGallery(ctx: Dependencies, id: string): Promise<void> {
  const gallery = await ctx.db.transaction().execute(async (trx) => {
    const locked = await lockDeletedGallery(ctx, trx, ctx.viewer, id);
    await trx
      .updateTable('stored_gallery')
      .set({ deleted_at: null, deleted_by: null })
      .where('id', '=', locked.id)
      .execute();
    await record(trx, ctx, 'gallery.restore', locked);
    return locked;
  });
  await restoreDeleted(ctx, gallery.id, { deletedAt: gallery.deleted_at });
}

/** Deletes a deleted gallery for good. @throws AppError gallery_not_found as above */
export async function purgeGallery(ctx: Dependencies, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const gallery = await lockDeletedGallery(ctx, trx, ctx.viewer, id);
    // Its photos may still be being deleted.
    await blockPictures(ctx, trx, sql<boolean>`photo.gallery_id = ${gallery.id}::uuid`);
    await purgeGalleryRows(ctx, trx, gallery.id);
    await record(trx, ctx, 'gallery.purge', gallery);
  });
}

const record = (
  trx: Parameters<typeof recordAudit>[0],
  { viewer }: { viewer: SignedIn },
  action: 'gallery.restore' | 'gallery.purge',
  { id, name }: { id: string; name: string },
) => recordAudit(trx, viewer, { action, target: { kind: 'gallery', id, name } });
