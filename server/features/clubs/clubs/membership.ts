/**
 * Changes of a membership: none -> pending (asked), pending -> member or none (decided), pending -> none (withdrawn), member ->
 * none (left or removed, and every role in the club ends). Members without a request, such as by invitation: `saveApprovedMembership`.
 */
import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { AuditAction } from '#server/contract/audit-actions.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import type { Ended } from '#server/endings.ts';
import {
  notify,
  publishEnded,
  publishNotifications,
} from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { lockClub } from './clubs.repository.ts';
import { endRolesInClub, revokeOpenLinksOf } from './end-roles-in-club.ts';
import { listRequestDeciders } from './list-request-deciders.ts';
import type { LoadedClub } from './load-club.ts';
import { publishMembersChanged } from './publish-members-changed.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail' | 'endings'> & { viewer: SignedIn };
type Status = 'pending' | 'approved' | undefined;

/** Asks to become a member; the club's administrators are notified. */
export async function requestMembership(
  ctx: Dependencies & Needs<'rateLimits'>,
  club: Authorized<LoadedClub, 'read'>,
): Promise<void> {
  await ctx.rateLimits.limitRequests('membership-request', ctx.viewer.id);
  const notified = await ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const status = await lockStatus(trx, club.id, ctx.viewer.id);
    if (status === 'approved') throw new AppError('club_already_member');
    if (status === 'pending') throw new AppError('club_request_pending');
    await trx
      .insertInto('club_membership')
      .values({ club_id: club.id, user_id: ctx.viewer.id, status: 'pending', requested_at: ctx.clock.now() })
      .execute();
    const deciders = await listRequestDeciders(trx, club.id);
    await notify(ctx, trx, deciders, [
      {
        kind: 'membership_requested',
        params: {
          club: club.name,
          user: ctx.viewer.fullName || ctx.viewer.username,
          user_id: ctx.viewer.id,
        },
        href: manageClub(club.id),
      },
    ]);
    return deciders;
  });
  publishNotifications(ctx.bus, notified);
  publishRights(ctx.bus, [ctx.viewer.id]);
}

/** Withdraws a pending request. */
export async function cancelRequest(ctx: Dependencies, club: Authorized<LoadedClub, 'read'>): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    if ((await lockStatus(trx, club.id, ctx.viewer.id)) !== 'pending') throw new AppError('club_no_request');
    await removeRow(trx, club.id, ctx.viewer.id);
    const deciders = await listRequestDeciders(trx, club.id);
    // The request needs no answer now, and repeated requests must not fill the administrators' notifications.
    await trx
      .deleteFrom('notification')
      .where(sql<boolean>`user_id = any(${deciders}::uuid[])`)
      .where('read_at', 'is', null)
      .where('kind', '=', 'membership_requested')
      .where('href', '=', manageClub(club.id))
      .where(sql`params ->> 'user_id'`, '=', ctx.viewer.id)
      .execute();
    return [...deciders, ...(await settleRequest(ctx, trx, club))];
  });
  publishNotifications(ctx.bus, notified);
  publishRights(ctx.bus, [ctx.viewer.id]);
}

export async function leaveClub(ctx: Dependencies, club: Authorized<LoadedClub, 'read'>): Promise<void> {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    await lockClub(trx, club.id);
    if ((await lockStatus(trx, club.id, ctx.viewer.id)) !== 'approved') throw new AppError('club_not_member');
    return endMembership(ctx, trx, club, ctx.viewer.id);
  });
  publishEnded(ctx.bus, ended);
  publishRights(ctx.bus, [ctx.viewer.id]);
  await publishMembersChanged(ctx, club.id);
}

/** Approves a pending request. A second approval of the same request answers that there is none. */
export function approveRequest(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  userId: string,
): Promise<void> {
  return decideRequest(ctx, club, userId, 'approve', async (trx, id) => {
    await trx
      .updateTable('club_membership')
      .set({ status: 'approved', approved_at: ctx.clock.now(), approved_by: ctx.viewer.id })
      .where('club_id', '=', club.id)
      .where('user_id', '=', id)
      .execute();
    await settleNotifications(ctx, trx, ['getting_started_clubs'], { readers: [id] });
  });
}

export const rejectRequest = (
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  userId: string,
): Promise<void> => decideRequest(ctx, club, userId, 'reject', (trx, id) => removeRow(trx, club.id, id));

async function decideRequest(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  userId: string,
  decision: 'approve' | 'reject',
  change: (trx: Transaction<DB>, userId: string) => Promise<void>,
): Promise<void> {
  const id = requireId(userId, 'club_no_request');
  const settled = await ctx.db.transaction().execute(async (trx) => {
    if ((await lockStatus(trx, club.id, id)) !== 'pending') throw new AppError('club_no_request');
    await change(trx, id);
    const kind = decision === 'approve' ? 'membership_approved' : 'membership_rejected';
    await notify(ctx, trx, [id], [{ kind, params: { club: club.name }, href: '/clubs' }]);
    await auditMember(trx, ctx, `membership.${decision}`, club, id);
    return settleRequest(ctx, trx, club);
  });
  publishNotifications(ctx.bus, [id, ...settled]);
  publishRights(ctx.bus, [id]);
  await publishMembersChanged(ctx, club.id);
}

/**
 * Removes a membership: the club's administrators remove members, members remove themselves. Whom the club removes is told
 * so, and which guardianships end with it.
 */
export async function removeMember(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'read'>,
  userId: string,
): Promise<void> {
  const id = requireId(userId, 'club_member_not_found');
  const isLeaving = id === ctx.viewer.id;
  if (!isLeaving && !targetRules.club.manageMembers(ctx.viewer, club.facts))
    throw new AppError('club_forbidden');
  const ended = await ctx.db.transaction().execute(async (trx) => {
    await lockClub(trx, club.id);
    if ((await lockStatus(trx, club.id, id)) !== 'approved') throw new AppError('club_member_not_found');
    if (!isLeaving) await auditMember(trx, ctx, 'membership.remove', club, id);
    const ended = await endMembership(ctx, trx, club, id, !isLeaving);
    if (isLeaving) return ended;
    await notify(ctx, trx, [id], [{ kind: 'membership_ended', params: { club: club.name }, href: '/clubs' }]);
    return { ...ended, users: [...ended.users, id] };
  });
  publishEnded(ctx.bus, ended);
  publishRights(ctx.bus, [id]);
  await publishMembersChanged(ctx, club.id);
}

const settleRequest = (ctx: Dependencies, trx: Transaction<DB>, club: LoadedClub): Promise<string[]> =>
  settleNotifications(ctx, trx, ['membership_requested'], { href: manageClub(club.id) });

const manageClub = (clubId: string): string => `/clubs/${clubId}/manage`;

async function lockStatus(trx: Transaction<DB>, clubId: string, userId: string): Promise<Status> {
  const row = await trx
    .selectFrom('club_membership')
    .select('status')
    .where('club_id', '=', clubId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.status;
}

async function endMembership(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: LoadedClub,
  userId: string,
  isRemoved = false,
): Promise<Ended> {
  const finish = await ctx.endings.accountLeaves(ctx, trx, { userId, club, isRemoved });
  await removeRow(trx, club.id, userId);
  const told = await endRolesInClub(ctx, trx, club, userId);
  if (isRemoved) await revokeOpenLinksOf(trx, club.id, userId, ctx.clock.now());
  const ended = await finish();
  return { ...ended, users: [...ended.users, ...told] };
}

async function removeRow(trx: Transaction<DB>, clubId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('club_membership')
    .where('club_id', '=', clubId)
    .where('user_id', '=', userId)
    .execute();
}

async function auditMember(
  trx: Transaction<DB>,
  ctx: Dependencies,
  action: AuditAction,
  club: LoadedClub,
  userId: string,
): Promise<void> {
  const user = await trx
    .selectFrom('app_user')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirst();
  await recordClubAudit(trx, ctx.viewer, action, club, { user_id: userId, username: user?.username ?? '' });
}
