import type { Needs } from '#server/app-context.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

/**
 * Queues the regeneration of a photo whose rendition file is missing, for example after a restore of an older backup.
 * Does nothing when the original is missing too.
 */
export async function queueMissingRenditions(
  ctx: Needs<'db' | 'jobs'> & { store: Pick<PhotoStore, 'stat'> },
  photo: { id: string; original_key: string },
): Promise<void> {
  if (!(await ctx.store.stat(photo.original_key))) return;
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.enqueue(trx, 'regenerate-renditions', [{ photo_id: photo.id }]));
}
