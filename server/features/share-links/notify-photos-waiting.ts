import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { listGalleryDeciders } from '#server/features/galleries/gallery-managers.repository.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { settleNotifications } from '#server/features/notifications/settle-notifications.ts';

const kind = 'photos_waiting';
/** The gallery with its check of people. */
const checkOf = (galleryId: string): string => `/gallery/${galleryId}?check=1`;

/**
 * Tells those who made the links by which people outside the club see the gallery, and its owners where it is public, that added
 * photos wait: once, until nothing waits any more.
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
    .select(['name', 'visibility'])
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from share_link l join app_user u on u.id = l.created_by and u.is_active
    where l.gallery_id = ${galleryId}::uuid and l.scope in ('gallery', 'people') and l.is_active
      and (l.expires_at is null or l.expires_at > ${ctx.clock.now()}::timestamptz)`.execute(trx);
  const creators = rows.map(({ id }) => id);
  const deciders =
    gallery.visibility === 'public' || creators.length === 0 ? await listGalleryDeciders(trx, galleryId) : [];
  const told = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .execute();
  const known = new Set(told.map(({ user_id }) => user_id));
  const readers = [...new Set([...creators, ...deciders])].filter((id) => !known.has(id));
  if (readers.length > 0)
    await notify(ctx, trx, readers, [{ kind, params: { gallery: gallery.name }, href }]);
  return readers;
}

/** @returns the users to publish notifications to, after the commit */
export const settlePhotosWaiting = (
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> => settleNotifications(ctx, trx, [kind], { href: checkOf(galleryId) });
