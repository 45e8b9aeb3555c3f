import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listGalleryDeciders } from '#server/features/galleries/galleries/gallery-managers.repository.ts';

const kind = 'guest_photos_waiting';
/** The page on which editors decide. */
const guestPhotosOf = (galleryId: string): string => `/gallery/${galleryId}/guest-photos`;

/** By how many photos wait by one link. */
const contexts = new Map<number, 'filling' | 'full'>([
  [countLimits.waitingPhotosPerLinkMany, 'filling'],
  [countLimits.waitingPhotosPerLinkMax, 'full'],
]);

/**
 * Tells those who decide that photos of guests wait in a gallery: each of them once a day at most, and not again before
 * the last notification was read. One of the last day that was settled meanwhile waits again.
 * Besides, when a link soon takes no more photos, and when it takes none any more.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyGuestPhotosWaiting(
  ctx: Needs<'jobs' | 'mail' | 'clock'>,
  trx: Transaction<DB>,
  gallery: { id: string; name: string },
  waitingByLink: number,
): Promise<string[]> {
  const deciders = await listGalleryDeciders(trx, gallery.id);
  if (deciders.length === 0) return [];
  const href = guestPhotosOf(gallery.id);
  const context = contexts.get(waitingByLink);
  if (context) {
    const params = { gallery: gallery.name, context, max: countLimits.waitingPhotosPerLinkMax };
    await notify(ctx, trx, deciders, [{ kind, params, href }]);
    return deciders;
  }
  const aDayAgo = new Date(ctx.clock.now().getTime() - dayMs);
  const again = await trx
    .updateTable('notification')
    .set({ settled_at: null, read_at: null })
    .where('user_id', 'in', deciders)
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is not', null)
    .where('created_at', '>', aDayAgo)
    .returning('user_id')
    .execute();
  const notified = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('user_id', 'in', deciders)
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where(sql<boolean>`(read_at is null or created_at > ${aDayAgo}::timestamptz)`)
    .execute();
  const known = new Set(notified.map((row) => row.user_id));
  const readers = deciders.filter((id) => !known.has(id));
  if (readers.length > 0)
    await notify(ctx, trx, readers, [{ kind, params: { gallery: gallery.name }, href }]);
  return [...readers, ...again.map((row) => row.user_id)];
}

/** @returns the users to publish notifications to, after the commit */
export const settleGuestPhotosWaiting = (
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> => settleNotifications(ctx, trx, [kind], { href: guestPhotosOf(galleryId) });
