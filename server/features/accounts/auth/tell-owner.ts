import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { AuditAction } from '#server/contract/audit-actions.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { queueChangeNotice } from '#server/features/accounts/users/queue-change-notice.ts';
import { type Actor, recordAudit } from '#server/features/platform/audit/record-audit.ts';

/** What may happen to the ways in which an account proves itself, each with its line of the activity log. */
const actions = {
  new_device: 'user.new_device',
  api_key_added: 'user.add_api_key',
  passkey_added: 'user.add_passkey',
  passkey_removed: 'user.remove_passkey',
  identity_connected: 'user.identity_connected',
  identity_disconnected: 'user.identity_disconnected',
  second_factor_added: 'user.second_factor_added',
  second_factor_removed: 'user.second_factor_removed',
  recovery_codes_renewed: 'user.recovery_codes_renewed',
  recovery_code_used: 'user.recovery_code_used',
} as const satisfies Record<string, AuditAction>;

/** Tells the owner of an account on the page and by mail, and writes it into the activity log. */
export async function tellOwner(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  event: keyof typeof actions,
  account: { id: string; username: string },
  params: Record<string, string | number> = {},
  actor: Actor = account,
): Promise<void> {
  const target = { kind: 'user', id: account.id, name: account.username };
  await recordAudit(trx, actor, { action: actions[event], target, params });
  await notify(ctx, trx, [account.id], [{ kind: event, params, href: '/settings' }]);
  await queueChangeNotice(ctx, trx, event, account.id);
}
