import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Challenge } from './token-signer.ts';

/** Answers false when the challenge was answered before. */
export async function spendChallenge(
  trx: Transaction<DB>,
  { id, expiresAt }: Pick<Challenge, 'id' | 'expiresAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('answered_challenge')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes challenges that nobody can answer again anyway. */
export async function removeAnsweredChallenges(db: Kysely<DB> | Transaction<DB>, now: Date): Promise<void> {
  await db.deleteFrom('answered_challenge').where('expires_at', '<', now).execute();
}
