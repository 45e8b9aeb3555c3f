import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { type Role, roleNames } from '#server/contract/roles.ts';
import type { roleGrantInput, roleRevokeInput, User } from '#server/contract/schemas/users.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listClubsOfOnlyAdmin, notifyClubsWithoutAdmin } from './clubs-without-admin.ts';
import { requireSuperuserForAccount, requireSuperuserForRole } from './protect-superusers.ts';
import { requireAdminRemains } from './require-admin-remains.ts';
import { removeGrant } from './roles.repository.ts';
import { saveRoleGrant } from './save-role-grant.ts';

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'mail'> & { viewer: SignedIn };
const clubRoles: Role[] = ['photographer', 'club_admin'];

/**
 * Gives a role, in one club or everywhere; for global administrators. Among their own roles they may change only the
 * photographer's, so that a lone administrator can upload. Only a superuser appoints superusers.
 */
export async function grantRole(
  ctx: Dependencies,
  user: User,
  input: z.output<typeof roleGrantInput>,
): Promise<void> {
  const role = requireRole(input.role_name);
  if (input.user_id !== undefined && input.user_id !== user.id)
    throw fieldError('user_id', 'Must be the user of the address');
  if (role === 'member') return; // every account is one; it is never stored
  if (user.id === ctx.viewer.id && role !== 'photographer') throw new AppError('own_roles');
  requireSuperuserForRole(ctx.viewer, role);
  const clubId = await requireClub(ctx, role, input.club_id ?? null);
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await saveRoleGrant(trx, ctx.viewer, user, role, clubId))) throw new AppError('role_already_given');
  });
  publishRights(ctx.bus, [user.id]);
}

/** Takes a role. The last global administrator keeps theirs; only superusers take anything from a superuser. */
export async function revokeRole(
  ctx: Dependencies,
  user: User,
  input: z.output<typeof roleRevokeInput>,
): Promise<void> {
  const role = requireRole(input.role);
  if (role === 'member') throw new AppError('role_not_found');
  requireSuperuserForRole(ctx.viewer, role);
  requireSuperuserForAccount(ctx.viewer, user);
  const clubId = input.club_id ? requireId(input.club_id, 'club_not_found') : null;
  const told = await ctx.db.transaction().execute(async (trx) => {
    const administered = role === 'club_admin' ? await listClubsOfOnlyAdmin(trx, user.id) : [];
    const removed = await requireAdminRemains(trx, () =>
      removeGrant(trx, { user_id: user.id, role_name: role, club_id: clubId }),
    );
    if (!removed) throw new AppError('role_not_found');
    await recordAudit(trx, ctx.viewer, {
      action: 'role.revoke',
      target: { kind: 'user', id: user.id, name: user.username },
      params: { role, club_id: clubId },
    });
    const left = administered.filter((club) => club.id === clubId);
    return notifyClubsWithoutAdmin(ctx, trx, left, ctx.viewer.id);
  });
  publishNotifications(ctx.bus, told);
  publishRights(ctx.bus, [user.id]);
}

function requireRole(name: string): Role {
  const role = roleNames.find((known) => known === name);
  if (!role) throw new AppError('role_not_found');
  return role;
}

async function requireClub(ctx: Dependencies, role: Role, clubId: string | null): Promise<string | null> {
  if (clubId === null) return null;
  const id = requireId(clubId, 'club_not_found');
  if (!clubRoles.includes(role)) throw fieldError('club_id', 'This role cannot be limited to a club');
  const club = await ctx.db.selectFrom('club').select('id').where('id', '=', id).executeTakeFirst();
  if (!club) throw new AppError('club_not_found');
  return id;
}
