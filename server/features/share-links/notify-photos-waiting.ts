import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { listShowingOutside } from '#server/features/galleries/gallery-managers.repository.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { settleNotifications } from '#server/features/notifications/settle-notifications.ts';

const kind = 'photos_waiting';
/** The gallery with its check of people. */
export const checkOf = (galleryId: string): string => `/gallery/${galleryId}?check=1`;

/**
 * Tells those who show the gallery to people outside the club that added photos wait: once, until nothing waits any more.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyPhotosWaiting(
  ctx: Needs<'jobs' | 'mail' | 'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> {
  const href = checkOf(galleryId);
  const gallery = await trx
    .selectFrom('gallery')
    .select('name')
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const told = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .execute();
  const known = new Set(told.map(({ user_id }) => user_id));
  const showing = await listShowingOutside(trx, galleryId, ctx.clock.now());
  const readers = showing.filter((id) => !known.has(id));
  if (readers.length > 0)
    await notify(ctx, trx, readers, [{ kind, params: { gallery: gallery.name }, href }]);
  return readers;
}

/**
 * What leads to the check of a gallery, a refusal of somebody who may be on its photos included.
 * @returns the users to publish notifications to, after the commit
 */
export const settleCheck = (
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> =>
  settleNotifications(ctx, trx, [kind, 'refused_outside'], { href: checkOf(galleryId) });
