import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { hasSuperuserWithPassword, listActiveAdminIds, lockAdminGrants } from './users.repository.ts';

/**
 * Runs a change and refuses it when no active administrator would remain, or no active superuser with
 * a password where there was one: only
 * superusers appoint superusers, so that the role could not be given again in the app. The remaining ones are counted after the
 * change and under a lock, because another request may have changed them meanwhile.
 */
export async function requireAdminRemains<T>(trx: Transaction<DB>, change: () => Promise<T>): Promise<T> {
  await lockAdminGrants(trx);
  const hadSuperuser = await hasSuperuserWithPassword(trx);
  const result = await change();
  if ((await listActiveAdminIds(trx)).length === 0) throw new AppError('last_admin');
  if (hadSuperuser && !(await hasSuperuserWithPassword(trx))) throw new AppError('last_superuser');
  return result;
}
