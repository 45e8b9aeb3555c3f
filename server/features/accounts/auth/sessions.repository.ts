import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { RoleGrant } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { withdrawKeysOf } from '#server/features/accounts/api-keys/api-keys.repository.ts';
import { hashToken, newId, randomToken } from '#server/ids.ts';
import type { Device } from './device-of.ts';
import { grantsOfAccount } from './role-grants.sql.ts';
import { secondFactorNeededFrom } from './second-factor-duty.ts';

type Executor = Kysely<DB> | Transaction<DB>;

export type LiveSession = {
  session_id: string;
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  expires_at: Date;
  grants: RoleGrant[];
  /** Null: has a second factor, or needs none. */
  second_factor_needed_from: Date | null;
};

/** The session's user as of now: roles, activity and revocation are never taken from the token. */
export async function findLiveSession(
  ctx: Needs<'relyingParty'>,
  db: Executor,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const session = await findSession(ctx, db, sessionId, userId);
  return session && session.expires_at > now ? session : undefined;
}

/** The same, whether it has expired or not. */
export async function findSession(
  ctx: Needs<'relyingParty'>,
  db: Executor,
  sessionId: string,
  userId: string,
): Promise<LiveSession | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'app_user.id',
      'app_user.username',
      'app_user.first_name',
      'app_user.last_name',
      'session.expires_at',
      grantsOfAccount.as('grants'),
      secondFactorNeededFrom(ctx, sql.ref('session.id')).as('second_factor_needed_from'),
    ])
    .where('session.id', '=', sessionId)
    .where('app_user.id', '=', userId)
    .where('app_user.is_active', '=', true)
    .where('session.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** What stands in a session that an OpenID provider has opened. */
export type ProviderSession = {
  id: string;
  external_identity_id: string;
  provider_sid: string | null;
  /** Sealed. */
  provider_id_token: string | null;
  /** Sealed; null: the provider gave none. */
  provider_refresh_token: string | null;
  provider_asked_at: Date;
  second_factor_at_provider: boolean;
  /** Null: the provider is asked whether it goes on. */
  ends_at: Date | null;
};

/** Opens a session and hands out its first refresh token, which is stored only as a hash. */
export async function insertSession(
  trx: Transaction<DB>,
  userId: string,
  { isPage, id: sessionId = newId(), ...columns }: Device & Partial<ProviderSession> & { isPage: boolean },
  now: Date,
) {
  await trx
    .insertInto('session')
    .values({
      id: sessionId,
      user_id: userId,
      ...columns,
      created_at: now,
      last_used_at: now,
      authenticated_at: isPage ? now : null,
      expires_at: endOf({ created_at: now, ends_at: columns.ends_at ?? null }, now),
    })
    .execute();
  return { sessionId, refreshToken: await insertRefreshToken(trx, sessionId, now) };
}

/** Idle from now on, but not beyond the longest time, or what it was opened for. */
function endOf({ created_at, ends_at }: { created_at: Date; ends_at: Date | null }, now: Date): Date {
  const longest = created_at.getTime() + lifetimes.sessionLongestMs;
  return new Date(Math.min(now.getTime() + lifetimes.sessionIdleMs, longest, ends_at?.getTime() ?? longest));
}

export async function insertRefreshToken(
  trx: Transaction<DB>,
  sessionId: string,
  now: Date,
): Promise<string> {
  const token = randomToken();
  await trx
    .insertInto('refresh_token')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: now })
    .execute();
  return token;
}

/** The token's row and session, locked, so that two uses of one token come one after the other. */
export async function lockRefreshToken(trx: Transaction<DB>, token: string) {
  return trx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'refresh_token.spent_at',
      'session.id as session_id',
      'session.user_id',
      'session.created_at',
      'session.expires_at',
      'session.ends_at',
      'session.revoked_at',
      'app_user.is_active',
    ])
    .where('refresh_token.token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst();
}

/** Marks the refresh token as used, and moves the end of its session. */
export async function spendRefreshToken(
  trx: Transaction<DB>,
  token: string,
  session: { id: string; created_at: Date; ends_at: Date | null; isPage: boolean },
  now: Date,
) {
  await trx
    .updateTable('refresh_token')
    .set({ spent_at: now })
    .where('token_hash', '=', hashToken(token))
    .execute();
  await trx
    .updateTable('session')
    .set({
      last_used_at: now,
      expires_at: endOf(session, now),
      ...(session.isPage && { authenticated_at: sql`coalesce(authenticated_at, created_at)` }),
    })
    .where('id', '=', session.id)
    .execute();
}

/** The sessions of a user that are open, last used first. */
export const listOpenSessions = (db: Executor, userId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'browser', 'system', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

/** Notes that the password was given in this session. */
export async function markAuthenticated(db: Executor, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ authenticated_at: now }).where('id', '=', sessionId).execute();
}

export async function revokeSession(db: Executor, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends an open session of a user. @returns whether there was one */
export async function revokeSessionOf(
  db: Executor,
  { sessionId, userId }: { sessionId: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all sessions of a user and their keys for programs, or all sessions but the one in use, and no key. */
export async function revokeSessionsOf(
  trx: Transaction<DB>,
  userId: string,
  now: Date,
  exceptSessionId?: string,
): Promise<void> {
  let query = trx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (exceptSessionId) query = query.where('id', '!=', exceptSessionId);
  else await withdrawKeysOf(trx, userId);
  await query.execute();
}

/** Deletes sessions that ended long ago; their refresh tokens go with them. */
export async function removeEndedSessions(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lifetimes.endedSessionKeptMs);
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute();
}
