import type { Needs } from '#server/app-context.ts';

/** Queues new renditions of every photo of a gallery. Photos whose job is still waiting are not queued twice. */
export async function queueRegeneration(
  ctx: Needs<'db' | 'jobs'>,
  galleryId: string,
): Promise<{ queued: number; photos: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const photos = await trx
      .selectFrom('photo')
      .select('id as photo_id')
      .where('gallery_id', '=', galleryId)
      .execute();
    await ctx.jobs.enqueue(trx, 'regenerate-renditions', photos);
    return { queued: photos.length, photos: photos.length };
  });
}
