import type { Needs } from '#server/app-context.ts';
import { publishEnded } from '#server/features/accounts/notifications/notify.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn, VisitorAddress } from '#server/trpc/request-context.ts';
import { listClubsOfOnlyAdmin, notifyClubsWithoutAdmin } from './clubs-without-admin.ts';
import { requireAdminRemains } from './require-admin-remains.ts';
import { requireOwnPassword } from './require-own-password.ts';

/**
 * Removes the viewer's account with everything about the person: profile, roles, memberships, notifications, sessions.
 * Clubs, events, galleries and photos stay without a name; the activity log keeps the username. The last administrator
 * cannot go.
 */
export async function deleteOwnAccount(
  ctx: Needs<'db' | 'passwords' | 'rateLimits' | 'bus' | 'clock' | 'jobs' | 'mail' | 'endings'> & {
    viewer: SignedIn;
  } & VisitorAddress,
  password: string,
): Promise<void> {
  const { viewer } = ctx;
  await requireOwnPassword(ctx, password);
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const administered = await listClubsOfOnlyAdmin(trx, viewer.id);
    const finish = await ctx.endings.accountLeaves(ctx, trx, { userId: viewer.id });
    await requireAdminRemains(trx, () => trx.deleteFrom('app_user').where('id', '=', viewer.id).execute());
    await recordAudit(
      trx,
      { id: null, username: viewer.username },
      { action: 'user.delete_own', target: { kind: 'user', id: viewer.id, name: viewer.username } },
    );
    const told = await notifyClubsWithoutAdmin(ctx, trx, administered, viewer.id);
    const ended = await finish();
    return { ...ended, users: [...ended.users, ...told] };
  });
  publishEnded(ctx.bus, ended);
  ctx.bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
}
