import type { Needs } from '#server/app-context.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';

/** Tells the administrators that the nightly backup failed; the page says why. */
export async function notifyBackupFailed(ctx: Needs<'db' | 'bus' | 'jobs' | 'mail'>): Promise<void> {
  const admins = await ctx.db.transaction().execute(async (trx) => {
    const ids = await listActiveAdminIds(trx);
    await notify(ctx, trx, ids, [{ kind: 'backup_failed', href: '/admin/settings' }]);
    return ids;
  });
  publishNotifications(ctx.bus, admins);
}
