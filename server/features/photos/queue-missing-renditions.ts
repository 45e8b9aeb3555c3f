import type { Needs } from '#server/app-context.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

/**
 * A derived picture that should be there and is not (a disk put back from an older copy, say) is made again in the
 * background, as long as there is something to make it from.
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
