import type { Kysely, Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { hashToken, randomToken } from '#server/ids.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Purpose = DB['one_time_token']['purpose'];

/** How many unused tokens one user may have; older ones are revoked. */
export const liveTokensMax = 10;

export async function insertOneTimeToken(
  trx: Transaction<DB>,
  wanted: {
    purpose: Purpose;
    userId: string;
    createdBy: string | null;
    /** The address the link is mailed to, or is to become the account's. */
    email?: string;
    lastsMs?: number;
  },
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + (wanted.lastsMs ?? lifetimes.oneTimeTokenMs));
  // Two at once wait for each other, so that each revokes what the other has left.
  await holdAccounts(trx, wanted.userId);
  await trx
    .insertInto('one_time_token')
    .values({
      token_hash: hashToken(token),
      purpose: wanted.purpose,
      user_id: wanted.userId,
      created_by: wanted.createdBy,
      created_at: now,
      expires_at: expiresAt,
      email: wanted.email ?? null,
    })
    .execute();
  await revokeOldest(trx, wanted.userId, now);
  return { token, expiresAt };
}

async function revokeOldest(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  const tooMany = trx
    .selectFrom('one_time_token')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .offset(liveTokensMax);
  await trx
    .updateTable('one_time_token')
    .set({ revoked_at: now })
    .where('token_hash', 'in', tooMany)
    .execute();
}

/** Revokes what a user's unused tokens could still do, as after a changed password. */
export async function revokeOneTimeTokensOf(db: Executor, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('one_time_token')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * The owner of a token that still works. Reading spends nothing, so that a mail scanner may open the link.
 * @throws AppError token_not_found, token_used, token_revoked or token_expired
 */
export async function requireOneTimeToken(
  db: Executor,
  purpose: Purpose | readonly Purpose[],
  token: string,
  now: Date,
) {
  const row = await db
    .selectFrom('one_time_token')
    .innerJoin('app_user', 'app_user.id', 'one_time_token.user_id')
    .select([
      'one_time_token.token_hash',
      'one_time_token.purpose',
      'one_time_token.expires_at',
      'one_time_token.used_at',
      'one_time_token.revoked_at',
      'one_time_token.email as token_email',
      'app_user.id as user_id',
      'app_user.username',
      'app_user.email',
      'app_user.pending_email',
      'app_user.is_active',
    ])
    .where('one_time_token.token_hash', '=', hashToken(token))
    .where('one_time_token.purpose', 'in', [purpose].flat() as Purpose[])
    .executeTakeFirst();
  if (!row) throw new AppError('token_not_found');
  if (row.used_at) throw new AppError('token_used');
  if (row.revoked_at) throw new AppError('token_revoked');
  if (row.expires_at <= now) throw new AppError('token_expired');
  return row;
}

/** Marks a token as used. Answers false when another request was faster. */
export async function spendOneTimeToken(
  trx: Transaction<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes tokens that ended long ago. */
export async function removeOldOneTimeTokens(db: Executor, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_token')
    .where('expires_at', '<', new Date(now.getTime() - lifetimes.endedOneTimeTokenKeptMs))
    .execute();
}
