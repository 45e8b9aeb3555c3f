import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { listGalleryDeciders } from './gallery-managers.repository.ts';

/** The page on which editors decide. */
export const takedownsOfGallery = (galleryId: string): string => `/gallery/${galleryId}/takedowns`;

/**
 * Tells those who decide that photos of a gallery were hidden; not the asker.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyTakedownDeciders(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  galleryId: string,
  askerId: string | undefined,
  /** Where it is one request: its id, or that of its batch; `shown` if it hides nothing. */
  request?: { id: string; context?: 'several' | 'shown' },
): Promise<string[]> {
  const gallery = await trx
    .selectFrom('gallery')
    .select('name')
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const readers = (await listGalleryDeciders(trx, galleryId)).filter((id) => id !== askerId);
  const params = {
    gallery: gallery.name,
    ...(request && { takedown_id: request.id, ...(request.context && { context: request.context }) }),
  };
  await notify(ctx, trx, readers, [{ kind: 'takedown_asked', params, href: takedownsOfGallery(galleryId) }]);
  return readers;
}
