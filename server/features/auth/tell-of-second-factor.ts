import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { type Actor, recordAudit } from '#server/features/audit/record-audit.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { queueChangeNotice } from '#server/features/users/queue-change-notice.ts';

export type SecondFactorEvent =
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used';

/** Tells the owner of an account on the page and by mail, and writes it into the activity log. */
export async function tellOfSecondFactor(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  event: SecondFactorEvent,
  account: { id: string; username: string },
  params: Record<string, number> = {},
  actor: Actor = account,
): Promise<void> {
  const target = { kind: 'user', id: account.id, name: account.username };
  await recordAudit(trx, actor, { action: `user.${event}`, target, params });
  await notify(ctx, trx, [account.id], [{ kind: event, params, href: '/settings' }]);
  await queueChangeNotice(ctx, trx, event, account.id);
}
