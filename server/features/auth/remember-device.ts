import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { queueChangeNotice } from '#server/features/users/queue-change-notice.ts';
import type { Device } from './device-of.ts';

/** More kinds than anybody has; the oldest are forgotten. */
const MOST_KNOWN = 50;

/**
 * Notes with what kind of device, browser and system, an account signs in. The owner is told of a new one on the page and by mail,
 * except of the first.
 * @returns whether the owner was told
 */
export async function rememberDevice(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  account: { id: string; username: string; known_devices: string[] },
  { browser, system }: Device,
): Promise<boolean> {
  const device = [browser, system].filter(Boolean).join(', ');
  const known = account.known_devices;
  if (known.includes(device)) return false;
  await trx
    .updateTable('app_user')
    .set({ known_devices: [...known, device].slice(-MOST_KNOWN) })
    .where('id', '=', account.id)
    .execute();
  if (known.length === 0) return false;
  const target = { kind: 'user', id: account.id, name: account.username };
  await recordAudit(trx, account, { action: 'user.new_device', target, params: { device } });
  await notify(
    ctx,
    trx,
    [account.id],
    [{ kind: 'new_device', params: { device: device || '?' }, href: '/settings' }],
  );
  await queueChangeNotice(ctx, trx, 'new_device', account.id);
  return true;
}
