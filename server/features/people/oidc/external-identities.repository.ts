import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

type Executor = Kysely<DB> | Transaction<DB>;
/** Who somebody is at a provider. Nothing else says so: addresses and names are given to others. */
export type Identity = { issuer: string; subject: string };

export const findIdentity = (db: Executor, { issuer, subject }: Identity) =>
  db
    .selectFrom('external_identity')
    .select(['id', 'user_id'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const findIdentityOf = (db: Executor, userId: string, issuer: string) =>
  db
    .selectFrom('external_identity')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();

/** @returns its id; none where the identity belongs to an account already, or the account has another one of this provider */
export async function insertIdentity(
  trx: Transaction<DB>,
  userId: string,
  { issuer, subject }: Identity,
  now: Date,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('external_identity')
    .values({ id: newId(), user_id: userId, issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Answers false when it was disconnected meanwhile. */
export async function noteIdentityUse(
  trx: Transaction<DB>,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('external_identity')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteIdentityOf(
  trx: Transaction<DB>,
  userId: string,
  issuer: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('external_identity')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Ends the open sessions that a provider opened for an identity.
 * @param sid that of one sign-in at the provider; undefined: all of them
 * @returns whose they were
 */
export async function revokeSessionsOfIdentity(
  db: Executor,
  { issuer, subject, sid }: { issuer: string; subject: string | undefined; sid: string | undefined },
  now: Date,
): Promise<string[]> {
  let identities = db.selectFrom('external_identity').select('id').where('issuer', '=', issuer);
  if (subject !== undefined) identities = identities.where('subject', '=', subject);
  let query = db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('external_identity_id', 'in', identities);
  if (sid !== undefined) query = query.where('provider_sid', '=', sid);
  const rows = await query.returning('user_id').execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}
