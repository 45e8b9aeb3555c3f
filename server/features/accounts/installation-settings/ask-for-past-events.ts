import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { getInstallationSettings } from './installation-settings.repository.ts';

const href = '/admin/settings';

/** Asks the global administrators to allow events on past days, once until they have; nothing where they are allowed. */
export async function askForPastEvents(
  ctx: Needs<'db' | 'bus' | 'jobs' | 'mail'> & { viewer: SignedIn },
): Promise<void> {
  const told = await ctx.db.transaction().execute(async (trx) => {
    if ((await getInstallationSettings(trx)).allow_past_events) return [];
    const asked = await trx
      .selectFrom('notification')
      .select('user_id')
      .where('kind', '=', 'past_events_asked')
      .where('settled_at', 'is', null)
      .execute();
    const known = new Set(asked.map(({ user_id }) => user_id));
    const readers = (await listActiveAdminIds(trx)).filter((id) => !known.has(id));
    const user = ctx.viewer.fullName || ctx.viewer.username;
    await notify(ctx, trx, readers, [{ kind: 'past_events_asked', params: { user }, href }]);
    return readers;
  });
  publishNotifications(ctx.bus, told);
}

/** @returns the users to publish notifications to, after the commit */
export const settlePastEvents = (ctx: Needs<'clock'>, trx: Transaction<DB>): Promise<string[]> =>
  settleNotifications(ctx, trx, ['past_events_asked'], { href });
