import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { Device } from './device-of.ts';
import { tellOwner } from './tell-owner.ts';

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
  await tellOwner(ctx, trx, 'new_device', account, { device: device || '?' });
  return true;
}
