import type { Insertable, Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

export const listPasskeys = (db: Executor, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'rp_id', 'credential_id', 'transports', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** A passkey and the handle of its account, by what the authenticator calls it. */
export const findPasskey = (db: Executor, credentialId: string, rpId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .select([
      'passkey.id',
      'passkey.user_id',
      'passkey.public_key',
      'passkey.counter',
      'app_user.passkey_handle',
    ])
    .where('passkey.credential_id', '=', credentialId)
    .where('passkey.rp_id', '=', rpId)
    .executeTakeFirst();

/** Answers false when there is such a passkey already, of whatever account. */
export async function insertPasskey(
  trx: Transaction<DB>,
  passkey: Insertable<DB['passkey']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Notes that a passkey was used. Answers false when it is gone, or when its counter has not grown: another device has a copy of
 * it. Authenticators that do not count always say 0.
 */
export async function notePasskeyUse(
  trx: Transaction<DB>,
  { id, counter, isBackedUp }: { id: string; counter: number; isBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether the account has it */
export async function updatePasskeyName(
  db: Executor,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The name of a passkey, which nobody else changes until the end of the transaction. */
export const lockPasskey = (trx: Transaction<DB>, { id, userId }: { id: string; userId: string }) =>
  trx
    .selectFrom('passkey')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** The passkey that was removed; none where the account has no such one. */
export const deletePasskey = (trx: Transaction<DB>, { id, userId }: { id: string; userId: string }) =>
  trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();

export const deletePasskeysOf = (trx: Transaction<DB>, userId: string) =>
  trx.deleteFrom('passkey').where('user_id', '=', userId).returning('name').execute();
