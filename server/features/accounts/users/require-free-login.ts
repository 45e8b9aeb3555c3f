import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { accountKey } from './users.repository.ts';

/** First half of the advisory locks on single names: arbitrary, but the same in every Clublens server. */
const lockClass = 502_583_972;

/**
 * Refuses a username that is another account's address, and an address that is another account's username: both are typed
 * into one field to sign in. Two usernames, or two addresses, are kept apart by unique keys. Until the transaction ends
 * nobody else can write these names.
 * @param exceptId the account that gets them
 * @throws AppError username_taken or email_taken
 */
export async function requireFreeLogin(
  trx: Transaction<DB>,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  exceptId: string,
): Promise<void> {
  const wanted = [username, email].filter((name) => name !== undefined).map(accountKey);
  // Always in the same order, so that two transactions never wait for each other.
  for (const key of [...new Set(wanted)].sort())
    await sql`select pg_advisory_xact_lock(${sql.lit(lockClass)}, hashtext(${key}))`.execute(trx);
  if (email !== undefined && (await isUsed(trx, 'username_key', email, exceptId)))
    throw new AppError('email_taken');
  if (username !== undefined && (await isUsed(trx, 'email_key', username, exceptId)))
    throw new AppError('username_taken');
}

async function isUsed(
  trx: Transaction<DB>,
  column: 'username_key' | 'email_key',
  name: string,
  exceptId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('app_user')
    .select('id')
    .where(column, '=', accountKey(name))
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}
