import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { listGalleryDeciders } from '#server/features/galleries/gallery-managers.repository.ts';
import { notify } from '#server/features/notifications/notify.ts';

/**
 * Tells those who decide that photos of a gallery were hidden; not the asker.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyTakedownDeciders(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  galleryId: string,
  askerId: string | undefined,
): Promise<string[]> {
  const gallery = await trx
    .selectFrom('gallery')
    .select(['name', 'created_by', 'photographer_id'])
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const readers = (await listGalleryDeciders(trx, gallery)).filter((id) => id !== askerId);
  const href = `/gallery/${galleryId}/takedowns`;
  await notify(ctx, trx, readers, [{ kind: 'takedown_asked', params: { gallery: gallery.name }, href }]);
  return readers;
}
