import { type SqlBool, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import {
  findMembershipStatus,
  saveApprovedMembership,
} from '#server/features/clubs/clubs/members.repository.ts';
import { publishMembersChanged } from '#server/features/clubs/clubs/publish-members-changed.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { publishRights } from '#server/live/bus.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'log'>;
type Account = { id: string; identityId: string };

/**
 * Makes an account a member of the clubs that the provider names, once for each: who left or was removed does not come
 * back by it, and no membership ends by it. It gives no other role. A club that fails does not keep anybody from signing in.
 */
export async function joinClaimedClubs(
  ctx: Dependencies,
  account: Account,
  clubIds: readonly string[],
): Promise<void> {
  for (const clubId of clubIds) {
    try {
      const settled = await ctx.db.transaction().execute((trx) => join(ctx, trx, account, clubId));
      if (!settled) continue;
      publishNotifications(ctx.bus, settled);
      publishRights(ctx.bus, [account.id]);
      await publishMembersChanged(ctx, clubId);
    } catch (error) {
      ctx.log.warn(
        { err: error, clubId },
        'a club of OIDC_CLUBS was not joined; the next sign-in tries again',
      );
    }
  }
}

/** @returns the users to publish notifications to; undefined where nothing changed */
async function join(
  ctx: Dependencies,
  trx: Transaction<DB>,
  account: Account,
  clubId: string,
): Promise<string[] | undefined> {
  if (!(await lockClub(trx, clubId))) {
    ctx.log.warn({ clubId }, 'OIDC_CLUBS names a club that there is not');
    return undefined;
  }
  if (!(await noteClaim(trx, account.identityId, clubId))) return undefined;
  if ((await findMembershipStatus(trx, clubId, account.id)) === 'approved') return undefined;
  if (await wasTurnedAway(trx, clubId, account.id)) return undefined;
  const named = { club_id: clubId, user_id: account.id, approved_by: null };
  await saveApprovedMembership(trx, named, ctx.clock.now());
  const [club, user] = [
    await trx.selectFrom('club').select(['id', 'name']).where('id', '=', clubId).executeTakeFirstOrThrow(),
    await trx
      .selectFrom('app_user')
      .select(['id', 'username'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow(),
  ];
  await recordClubAudit(trx, user, 'membership.byProvider', club);
  return [
    ...(await settleNotifications(ctx, trx, ['getting_started_clubs'], { readers: [user.id] })),
    ...(await settleNotifications(ctx, trx, ['membership_requested'], { href: `/clubs/${clubId}/manage` })),
  ];
}

/** @returns false where it was noted before */
async function noteClaim(trx: Transaction<DB>, identityId: string, clubId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('external_identity')
    .set({ claimed_club_ids: sql`array_append(claimed_club_ids, ${clubId}::uuid)` })
    .where('id', '=', identityId)
    .where(sql<SqlBool>`not ${clubId}::uuid = any(claimed_club_ids)`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The club has removed the member, or rejected the request, before; of which only the activity log knows. */
async function wasTurnedAway(trx: Transaction<DB>, clubId: string, userId: string): Promise<boolean> {
  const entry = await trx
    .selectFrom('audit_entry')
    .select('id')
    .where('action', 'in', ['membership.remove', 'membership.reject'])
    .where('target_id', '=', clubId)
    .where(sql`params ->> 'user_id'`, '=', userId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
