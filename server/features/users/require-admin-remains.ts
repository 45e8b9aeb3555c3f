import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { listActiveAdminIds, lockAdminGrants } from './users.repository.ts';

/**
 * Runs a change and refuses it when no active administrator would remain. The remaining ones are counted after the
 * change and under a lock, because another request may have changed them meanwhile.
 */
export async function requireAdminRemains<T>(trx: Transaction<DB>, change: () => Promise<T>): Promise<T> {
  await lockAdminGrants(trx);
  const result = await change();
  if ((await listActiveAdminIds(trx)).length === 0) throw new AppError('last_admin');
  return result;
}
