import { type Kysely, sql, type Transaction } from 'kysely';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { hashToken } from '#server/ids.ts';

type Executor = Kysely<DB> | Transaction<DB>;

const after = (date: Date, ms: number) => new Date(date.getTime() + ms);
/** While one was stopped after that, no other is begun. */
const refusedSince = (now: Date) => after(now, -lifetimes.stoppedFactorRemovalMs);

/**
 * The removal of an account's factors: `removed_at` while it waits, `refused_until` where it was stopped a short time ago.
 */
export async function findFactorRemoval(db: Executor, userId: string, now: Date) {
  const row = await db
    .selectFrom('factor_removal')
    .select(['id', 'asked_by', 'asked_at', 'stopped_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('stopped_at', 'is', null), eb('stopped_at', '>', refusedSince(now))]))
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      asked_by: row.asked_by,
      removed_at: row.stopped_at ? null : after(row.asked_at, lifetimes.factorRemovalMs),
      refused_until: row.stopped_at && after(row.stopped_at, lifetimes.stoppedFactorRemovalMs),
    }
  );
}

/** Begins a removal; one that was stopped before is forgotten. */
export async function insertFactorRemoval(
  trx: Transaction<DB>,
  userId: string,
  removal: { id: string; asked_by: string; asked_at: Date; stop_token_hash: Buffer },
): Promise<void> {
  const row = { ...removal, stopped_at: null };
  await trx
    .insertInto('factor_removal')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** The account whose removal a link stops. */
export const findRemovalByToken = (db: Executor, token: string) =>
  db
    .selectFrom('factor_removal')
    .innerJoin('app_user', 'app_user.id', 'factor_removal.user_id')
    .select(['app_user.id', 'app_user.username', 'factor_removal.stopped_at'])
    .where('factor_removal.stop_token_hash', '=', hashToken(token))
    .executeTakeFirst();

/** @returns whether one waited */
export async function markRemovalStopped(trx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('factor_removal')
    .set({ stopped_at: now })
    .where('user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteFactorRemoval(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('factor_removal').where('user_id', '=', userId).execute();
}

/** Accounts whose factors are to be removed by now. */
export async function listDueRemovals(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('factor_removal')
    .select('user_id')
    .where('stopped_at', 'is', null)
    .where('asked_at', '<=', after(now, -lifetimes.factorRemovalMs))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Deletes a removal that still waits. @returns false where it was stopped or carried out meanwhile */
export async function takeFactorRemoval(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('factor_removal')
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes removals that were stopped so long ago that others may begin. */
export async function removeStoppedRemovals(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom('factor_removal').where('stopped_at', '<=', refusedSince(now)).execute();
}

/** Whether an account has codes, or a passkey of any address. */
export async function hasFactors(db: Executor, userId: string): Promise<boolean> {
  const { has } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from second_factor where user_id = ${userId} and confirmed_at is not null)
        or exists (select from passkey where user_id = ${userId})`.as('has'),
    )
    .executeTakeFirstOrThrow();
  return has;
}
