import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import { byKey, type ViewerKey } from '#server/contract/permissions.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { grantsOfAccount } from '#server/features/accounts/auth/role-grants.sql.ts';
import { secondFactorNeededFrom } from '#server/features/accounts/auth/second-factor-duty.ts';
import { fullName } from '#server/features/accounts/users/users.repository.ts';
import { hashToken } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The account of a key, as the key acts. Its end is compared on each request: what is remembered may be older. */
export type LiveKey = {
  viewer: SignedIn & { key: ViewerKey };
  lastDay: string;
  lastUsedAt: Date | null;
  /** Null: has a second factor, or needs none. */
  neededFrom: Date | null;
};

/** The key of an active account, by the text of the key or by its id. */
export async function findKey(
  ctx: Needs<'db' | 'relyingParty'>,
  by: { token: string } | { id: string },
): Promise<LiveKey | undefined> {
  const found = await ctx.db
    .selectFrom('api_key')
    .innerJoin('app_user', 'app_user.id', 'api_key.user_id')
    .select([
      'api_key.id as key_id',
      'api_key.scope',
      'api_key.gallery_id',
      'api_key.last_used_at',
      sql<string>`api_key.last_day::text`.as('last_day'),
      'app_user.id',
      'app_user.username',
      'app_user.first_name',
      'app_user.last_name',
      grantsOfAccount.as('grants'),
      sql<Date | null>`case when not api_key.second_factor_at_provider
        then ${secondFactorNeededFrom(ctx, sql`null::uuid`)} end`.as('needed_from'),
    ])
    .where((eb) =>
      'id' in by ? eb('api_key.id', '=', by.id) : eb('api_key.token_hash', '=', hashToken(by.token)),
    )
    .where('app_user.is_active', '=', true)
    .executeTakeFirst();
  if (!found) return undefined;
  const { id, key_id, username, grants, scope, gallery_id } = found;
  return {
    // No session has the id of a key: what asks for the session of the viewer finds none.
    viewer: byKey(
      { id, sessionId: key_id, username, fullName: fullName(found), grants },
      { id: key_id, scope, galleryId: gallery_id },
    ),
    lastDay: found.last_day,
    lastUsedAt: found.last_used_at,
    neededFrom: found.needed_from,
  };
}

export const markKeyUsed = (db: Executor, id: string, now: Date) =>
  db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute();

/** The keys of an account, oldest first. */
export const listKeys = (db: Executor, userId: string) =>
  db
    .selectFrom('api_key')
    .leftJoin('gallery', 'gallery.id', 'api_key.gallery_id')
    .select([
      'api_key.id',
      'api_key.name',
      'api_key.scope',
      'api_key.gallery_id',
      'gallery.name as gallery_name',
      sql<string>`api_key.last_day::text`.as('last_day'),
      'api_key.created_at',
      'api_key.last_used_at',
    ])
    .where('api_key.user_id', '=', userId)
    .orderBy('api_key.created_at')
    .orderBy('api_key.id')
    .execute();

/** @param sessionId the session in which the key is made */
export async function insertKey(
  trx: Transaction<DB>,
  key: Omit<Insertable<DB['api_key']>, 'second_factor_at_provider'>,
  sessionId: string,
): Promise<void> {
  await trx
    .insertInto('api_key')
    .values((eb) => ({
      ...key,
      second_factor_at_provider: eb
        .selectFrom('session')
        .select('session.second_factor_at_provider')
        .where('session.id', '=', sessionId),
    }))
    .execute();
}

/** @returns the key that was deleted */
export const deleteKey = (trx: Transaction<DB>, { id, userId }: { id: string; userId: string }) =>
  trx
    .deleteFrom('api_key')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();

/** Deletes keys whose last day was long ago. */
export async function removeEndedKeys(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - serverLifetimes.endedKeyKeptMs).toISOString().slice(0, 10);
  await db.deleteFrom('api_key').where('last_day', '<', before).execute();
}

/** Withdraws all keys of an account. One that is being made is withdrawn too, or not made: its session has ended then. */
export async function withdrawKeysOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await holdAccounts(trx, userId);
  await trx.deleteFrom('api_key').where('user_id', '=', userId).execute();
}
