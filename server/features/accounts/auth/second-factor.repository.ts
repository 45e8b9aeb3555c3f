import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The second factor of an account; `confirmed_at` is null while it is set up and asks for nothing yet. */
export const findSecondFactor = (db: Executor, userId: string) =>
  db
    .selectFrom('second_factor')
    .select(['id', 'secret_hash', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Begins a set-up anew. @returns false where the account has a second factor already */
export async function insertSecondFactor(
  db: Executor,
  userId: string,
  factor: { id: string; secret_hash: Buffer; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factor')
    .values({ user_id: userId, ...factor })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(factor).where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false where another request was faster */
export async function confirmFactor(
  trx: Transaction<DB>,
  { id, userId, step }: { id: string; userId: string; step: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Its recovery codes go with it. @returns whether there was one that was confirmed */
export async function deleteSecondFactor(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return deleted !== undefined && deleted.confirmed_at !== null;
}

/** Accepts a code once: neither this step nor one before it counts again. @returns false where it was accepted before */
export async function spendStep(trx: Transaction<DB>, factorId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('id', '=', factorId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces all recovery codes of an account. */
export async function saveRecoveryCodes(
  trx: Transaction<DB>,
  userId: string,
  codes: readonly { hint: string; proof_hash: string }[],
): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, ...code })))
    .execute();
}

/** The hash of an unused code. */
export async function findRecoveryCode(db: Executor, userId: string, hint: string): Promise<string | null> {
  const row = await db
    .selectFrom('recovery_code')
    .select('proof_hash')
    .where('user_id', '=', userId)
    .where('hint', '=', hint)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.proof_hash ?? null;
}

/** @param proofHash of the code that was proved: it may have been replaced since. @returns false where it was spent meanwhile */
export async function spendRecoveryCode(
  trx: Transaction<DB>,
  userId: string,
  proofHash: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('proof_hash', '=', proofHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
