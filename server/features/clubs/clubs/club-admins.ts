import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { notifyClubsWithoutAdmin } from '#server/features/accounts/users/clubs-without-admin.ts';
import { loadUser } from '#server/features/accounts/users/load-user.ts';
import { requireSuperuserForAccount } from '#server/features/accounts/users/protect-superusers.ts';
import { removeGrant, saveGrant } from '#server/features/accounts/users/roles.repository.ts';
import { findUser } from '#server/features/accounts/users/users.repository.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { lockClub } from './clubs.repository.ts';
import { requireClubKeepsAdmin } from './end-roles-in-club.ts';
import type { LoadedClub } from './load-club.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & { viewer: SignedIn };
const role = 'club_admin' as const;

/** Makes a user an administrator of one club: the club_admin role with that club. */
export async function addClubAdmin(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageAdmins'>,
  userId: string,
): Promise<void> {
  const user = await loadUser(ctx.db, userId);
  const settled = await ctx.db.transaction().execute(async (trx) => {
    const given = await saveGrant(trx, {
      user_id: user.id,
      role_name: role,
      club_id: club.id,
      created_by: ctx.viewer.id,
    });
    if (!given) throw new AppError('club_admin_exists');
    await recordClubAudit(trx, ctx.viewer, 'club.addAdmin', club, {
      user_id: user.id,
      username: user.username,
    });
    return settleNotifications(ctx, trx, ['club_without_admin'], { href: `/clubs/${club.id}/manage` });
  });
  publishNotifications(ctx.bus, settled);
  publishRights(ctx.bus, [user.id]);
}

/** Takes the role of club administrator: from others by global administrators, or from oneself unless nobody else has it. */
export async function removeClubAdmin(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'read'>,
  userId: string,
): Promise<void> {
  const id = requireId(userId, 'club_admin_not_found');
  if (!targetRules.club.manageAdmins(ctx.viewer) && !(id === ctx.viewer.id && club.facts.isClubAdmin))
    throw new AppError('club_forbidden');
  const user = await findUser(ctx.db, id);
  if (user && user.id !== ctx.viewer.id) requireSuperuserForAccount(ctx.viewer, user);
  const told = await ctx.db.transaction().execute(async (trx) => {
    await lockClub(trx, club.id);
    const left = await requireClubKeepsAdmin(ctx, trx, club.id, id);
    if (!(await removeGrant(trx, { user_id: id, role_name: role, club_id: club.id })))
      throw new AppError('club_admin_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.removeAdmin', club, { user_id: id });
    return notifyClubsWithoutAdmin(ctx, trx, left, ctx.viewer.id);
  });
  publishNotifications(ctx.bus, told);
  publishRights(ctx.bus, [id]);
}
