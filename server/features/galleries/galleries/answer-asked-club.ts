import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { AskedClub } from '#server/contract/schemas/asked-clubs.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { askedSince, manageClub } from '#server/features/galleries/events/asked-clubs.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listMemberIds } from './list-member-ids.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & { viewer: SignedIn };

/** The events and galleries that somebody from outside would put before the members of a club. */
export async function listAsked(db: Kysely<DB>, clubId: string, now: Date): Promise<AskedClub[]> {
  const rows = await db
    .selectFrom('asked_club')
    .leftJoin('event', 'event.id', 'asked_club.event_id')
    .leftJoin('gallery', 'gallery.id', 'asked_club.gallery_id')
    .leftJoin('app_user as asker', 'asker.id', 'asked_club.asked_by')
    .select([
      'asked_club.id',
      sql<'event' | 'gallery'>`case when event.id is null then 'gallery' else 'event' end`.as('kind'),
      sql<string>`coalesce(event.name, gallery.name)`.as('name'),
      userNameOf('asker').as('asked_by'),
      'asked_club.asked_at',
    ])
    .where('asked_club.club_id', '=', clubId)
    .where('asked_club.asked_at', '>', askedSince(now))
    .orderBy('asked_club.asked_at')
    .orderBy('asked_club.id')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, asked_at: row.asked_at.toISOString() }));
}

/**
 * The club agrees, so that it counts from now on and its members are told of a gallery, or it declines.
 * @throws AppError club_not_asked
 */
export async function answerAskedClub(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  askedId: string,
  agrees: boolean,
): Promise<void> {
  const id = requireId(askedId, 'club_not_asked');
  const { told, galleryId } = await ctx.db.transaction().execute(async (trx) => {
    const asked = await trx
      .deleteFrom('asked_club')
      .where('id', '=', id)
      .where('club_id', '=', club.id)
      .where('asked_at', '>', askedSince(ctx.clock.now()))
      .returning(['event_id', 'gallery_id'])
      .executeTakeFirst();
    if (!asked) throw new AppError('club_not_asked');
    const { event_id, gallery_id } = asked;
    await recordClubAudit(trx, ctx.viewer, agrees ? 'club.agree' : 'club.decline', club, {
      ...(event_id ? { event_id } : { gallery_id }),
    });
    const settled = await settleNotifications(ctx, trx, ['club_asked'], { href: manageClub(club.id) });
    if (!agrees) return { told: settled, galleryId: null };
    if (event_id) await putBefore(trx, 'event', event_id, club.id);
    const members = gallery_id ? await showGallery(ctx, trx, gallery_id, club.id) : [];
    return { told: [...settled, ...members], galleryId: gallery_id };
  });
  publishNotifications(ctx.bus, told);
  if (galleryId) ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'photos' });
}

const putBefore = (trx: Transaction<DB>, kind: 'event' | 'gallery', id: string, club_id: string) =>
  (kind === 'event'
    ? trx.insertInto('event_club').values({ event_id: id, club_id })
    : trx.insertInto('gallery_club').values({ gallery_id: id, club_id })
  )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Clubs count only where the gallery is restricted to clubs; with another visibility nobody is asked any more. */
async function showGallery(
  ctx: Dependencies,
  trx: Transaction<DB>,
  galleryId: string,
  clubId: string,
): Promise<string[]> {
  const gallery = await trx
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select(['gallery.name', 'gallery.visibility', 'event.name as event'])
    .where('gallery.id', '=', galleryId)
    .executeTakeFirstOrThrow();
  if (gallery.visibility !== 'club_restricted') throw new AppError('club_not_asked');
  await putBefore(trx, 'gallery', galleryId, clubId);
  const members = await listMemberIds(trx, [clubId], ctx.viewer.id);
  const params = { gallery: gallery.name, event: gallery.event };
  await notify(ctx, trx, members, [{ kind: 'gallery_created', params, href: `/gallery/${galleryId}` }]);
  return members;
}

/** Requests that nobody answered. */
export async function removeExpiredAsked(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('asked_club').where('asked_at', '<=', askedSince(now)).execute();
}
