import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { isGlobalAdmin } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import {
  listClubsOfOnlyAdmin,
  notifyClubsWithoutAdmin,
} from '#server/features/accounts/users/clubs-without-admin.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Dependencies = Needs<'jobs' | 'mail'> & { viewer: SignedIn };

/**
 * Ends every role that an account has in a club. What else belonging gave ends with the last row (migration
 * ended-belonging): access by name, and the rights of who made or photographed its galleries and events. The club is locked.
 * @returns the users to publish notifications to, after the commit
 * @throws AppError club_last_admin
 */
export async function endRolesInClub(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  userId: string,
): Promise<string[]> {
  const left = await requireClubKeepsAdmin(ctx, trx, club.id, userId);
  const ended = await trx
    .deleteFrom('role_assignment')
    .where('club_id', '=', club.id)
    .where('user_id', '=', userId)
    .returning('role_name')
    .execute();
  if (ended.length > 0) await auditEndedRoles(ctx, trx, club.id, userId, ended);
  return notifyClubsWithoutAdmin(ctx, trx, left, ctx.viewer.id);
}

/**
 * The last administrator of a club neither goes nor is sent by the club; global administrators may. The club is locked.
 * @returns the club where it is left without one
 */
export async function requireClubKeepsAdmin(
  { viewer }: Dependencies,
  trx: Transaction<DB>,
  clubId: string,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const left = (await listClubsOfOnlyAdmin(trx, userId)).filter(({ id }) => id === clubId);
  if (left.length > 0 && !isGlobalAdmin(viewer)) throw new AppError('club_last_admin');
  return left;
}

/** Whom a club removes does not come back by a link that they made for anybody. */
export async function revokeOpenLinksOf(
  trx: Transaction<DB>,
  clubId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('club_id', '=', clubId)
    .where('created_by', '=', userId)
    .where('email', 'is', null)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > ${now}::timestamptz`)
    .execute();
}

async function auditEndedRoles(
  { viewer }: Dependencies,
  trx: Transaction<DB>,
  clubId: string,
  userId: string,
  ended: readonly { role_name: string }[],
): Promise<void> {
  const user = await trx
    .selectFrom('app_user')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirst();
  for (const { role_name } of ended)
    await recordAudit(trx, viewer, {
      action: 'role.revoke',
      target: { kind: 'user', id: userId, name: user?.username ?? '' },
      params: { role: role_name, club_id: clubId },
    });
}
