import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { endClubRightsInput } from '#server/contract/schemas/club-rights.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import { endRolesInClub, revokeOpenLinksOf } from '#server/features/clubs/clubs/end-roles-in-club.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/clubs/members.repository.ts';
import { publishMembersChanged } from '#server/features/clubs/clubs/publish-members-changed.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & { viewer: SignedIn };

/**
 * Ends rights that somebody has in a club without being a member: roles there, galleries and events that they made or photograph,
 * access by name. Nothing that reaches beyond the club, such as the role of a photographer of the installation.
 */
export async function endClubRights(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  { user_id, kind }: z.output<typeof endClubRightsInput>,
): Promise<void> {
  const userId = requireId(user_id, 'club_right_not_found');
  const ends = (what: typeof kind) => kind === undefined || kind === what;
  const told = await ctx.db.transaction().execute(async (trx) => {
    await lockClub(trx, club.id);
    const user = await trx
      .selectFrom('app_user')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user || (await findMembershipStatus(trx, club.id, userId)) === 'approved')
      throw new AppError('club_right_not_found');
    const told = ends('roles') ? await endRolesInClub(ctx, trx, club, userId) : [];
    if (ends('roles')) await revokeOpenLinksOf(trx, club.id, userId, ctx.clock.now());
    if (ends('galleries')) await noteEnd(trx, club.id, userId);
    if (ends('access')) await endAccessByName(trx, club.id, userId);
    await recordClubAudit(trx, ctx.viewer, 'club.endRights', club, {
      user_id: userId,
      username: user.username,
      ...(kind && { kind }),
    });
    const params = { club: club.name, context: 'rights' };
    await notify(ctx, trx, [userId], [{ kind: 'membership_ended', params, href: '/clubs' }]);
    return [...told, userId];
  });
  publishNotifications(ctx.bus, told);
  publishRights(ctx.bus, [userId]);
  await publishMembersChanged(ctx, club.id);
}

const noteEnd = (trx: Transaction<DB>, club_id: string, user_id: string) =>
  trx
    .insertInto('ended_belonging')
    .values({ club_id, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Members of another club of the gallery keep what was given to them there. */
async function endAccessByName(trx: Transaction<DB>, clubId: string, userId: string): Promise<void> {
  await sql`
    delete from gallery_user gu using gallery g
    where g.id = gu.gallery_id and gu.user_id = ${userId}::uuid and ${isClubOfGallery(sql`${clubId}::uuid`, sql.ref('g.id'))}
      and not exists (select 1 from clubs_of_gallery(g.id, g.event_id) c (id)
        where c.id <> ${clubId}::uuid and belongs_to(gu.user_id, c.id))`.execute(trx);
}
