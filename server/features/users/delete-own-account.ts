import type { Needs } from '#server/app-context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { endGuardianshipsOf, publishEnded } from '#server/features/guardians/end-guardianships.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { requireAdminRemains } from './require-admin-remains.ts';
import { requireOwnPassword } from './require-own-password.ts';

/**
 * Removes the viewer's account with everything about the person: profile, roles, memberships, notifications, sessions.
 * Clubs, events, galleries and photos stay without a name; the activity log keeps the username. The last administrator
 * cannot go.
 */
export async function deleteOwnAccount(
  ctx: Needs<'db' | 'passwords' | 'rateLimits' | 'bus' | 'clock' | 'jobs' | 'mail'> & {
    viewer: SignedIn;
    clientAddress: string;
  },
  password: string,
): Promise<void> {
  const { viewer } = ctx;
  await requireOwnPassword(ctx, password);
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const finish = await endGuardianshipsOf(ctx, trx, viewer.id);
    await requireAdminRemains(trx, () => trx.deleteFrom('app_user').where('id', '=', viewer.id).execute());
    await recordAudit(
      trx,
      { id: null, username: viewer.username },
      { action: 'user.delete_own', target: { kind: 'user', id: viewer.id, name: viewer.username } },
    );
    return finish();
  });
  publishEnded(ctx.bus, ended);
  ctx.bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
}
