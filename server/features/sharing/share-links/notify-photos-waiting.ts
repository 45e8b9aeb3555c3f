import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { renewLatest } from '#server/features/accounts/notifications/renew-latest.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import { checkOf } from '#server/features/faces/who-is-who/notify-people-answered.ts';
import { listShowingOutside } from '#server/features/galleries/galleries/gallery-managers.repository.ts';
import { mayInGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { askedPhotos } from '#server/visibility/waiting-photos.sql.ts';

const kinds = ['photos_waiting', 'people_asked'] as const;

/**
 * Tells those who show the gallery to people outside the club that added photos wait: once, until nothing waits any more.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyPhotosWaiting(
  ctx: Needs<'jobs' | 'mail' | 'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> {
  return tellOnce(ctx, trx, 'photos_waiting', {
    galleryId,
    readers: await listShowingOutside(trx, galleryId, ctx.clock.now()),
  });
}

/**
 * Who else may answer who somebody is: the administrators of the clubs who may, or the global ones where the clubs have none.
 * @returns ids of accounts
 */
export async function listOthersWhoMayAnswer(
  db: Kysely<DB>,
  viewerId: string,
  galleryId: string,
): Promise<string[]> {
  const clubs = await db
    .selectFrom('club')
    .select('id')
    .where(isClubOfGallery(sql.ref('club.id'), galleryId))
    .execute();
  const deciders = new Set<string>();
  for (const { id } of clubs)
    for (const decider of await listRequestDeciders(db, id))
      if (decider !== viewerId && (await mayInGallery(db, decider, galleryId, 'answerAboutPeople')))
        deciders.add(decider);
  return deciders.size > 0 ? [...deciders] : (await listActiveAdminIds(db)).filter((id) => id !== viewerId);
}

/**
 * Tells those who may answer that somebody is to be named: one notification until nobody is any more, or within a day, which each
 * further question puts on top unread.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyPeopleAsked(
  ctx: Needs<'jobs' | 'mail' | 'clock'> & { viewer: { id: string } },
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> {
  const waits =
    await sql`select from ${askedPhotos} asked where gallery_id = ${galleryId}::uuid limit 1`.execute(trx);
  if (waits.rows.length === 0) return [];
  const readers = await listOthersWhoMayAnswer(trx, ctx.viewer.id, galleryId);
  if (readers.length === 0) return [];
  const isOpenOrMailedToday = sql<boolean>`(n.settled_at is null
    or coalesce(mail.created_at, n.created_at) > ${new Date(ctx.clock.now().getTime() - dayMs)}::timestamptz)`;
  const renewed = await renewLatest(
    ctx,
    trx,
    { kind: 'people_asked', href: checkOf(galleryId), readers },
    isOpenOrMailedToday,
  );
  const told = await tellOnce(ctx, trx, 'people_asked', { galleryId, readers });
  return [...told, ...renewed];
}

async function tellOnce(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  kind: (typeof kinds)[number],
  about: { galleryId: string; readers: readonly string[] },
): Promise<string[]> {
  const href = checkOf(about.galleryId);
  const gallery = await trx
    .selectFrom('gallery')
    .select('name')
    .where('id', '=', about.galleryId)
    .executeTakeFirstOrThrow();
  const told = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .execute();
  const known = new Set(told.map(({ user_id }) => user_id));
  const readers = about.readers.filter((id) => !known.has(id));
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
  settleNotifications(ctx, trx, [...kinds, 'refused_outside'], { href: checkOf(galleryId) });
