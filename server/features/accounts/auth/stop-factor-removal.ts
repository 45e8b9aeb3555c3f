import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { markRemovalStopped } from './factor-removals.repository.ts';

/**
 * Stops the removal of an account's factors, where one waits: its owner says so, has changed factors, or has just
 * used one, which is not lost then. Call `publishChange` after the commit.
 * @returns whether one waited
 */
export async function stopFactorRemoval(
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  { id, username }: { id: string; username: string },
): Promise<boolean> {
  // Always before the removal, so that two transactions never wait for each other.
  await holdAccounts(trx, id);
  if (!(await markRemovalStopped(trx, id, ctx.clock.now()))) return false;
  const target = { kind: 'user', id, name: username };
  await recordAudit(trx, { id, username }, { action: 'user.factor_removal_stopped', target });
  await settleNotifications(ctx, trx, ['factor_removal_asked'], { readers: [id] });
  return true;
}
