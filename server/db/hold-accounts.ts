import type { Transaction } from 'kysely';
import type { DB } from './tables.ts';

/** Changes of these accounts, and sign-ins, wait for the end of the transaction; in one order, so that two never wait for each other. */
export async function holdAccounts(trx: Transaction<DB>, ...userIds: string[]): Promise<void> {
  await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
