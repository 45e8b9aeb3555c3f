import type { Kysely } from 'kysely';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';

export type ClaimedSession = {
  id: string;
  user_id: string;
  /** Sealed. */
  provider_refresh_token: string | null;
  provider_sid: string | null;
  provider_silent_since: Date | null;
  issuer: string;
  subject: string;
};

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/**
 * Sessions in use about which the provider was not asked lately. `last_used_at` moves when an access token is renewed: who used one
 * within the last ten minutes got it at most its lifetime before.
 */
export const listDueProviderSessions = (db: Kysely<DB>, now: Date): Promise<{ id: string }[]> =>
  db
    .selectFrom('session')
    .select('id')
    .where('provider_refresh_token', 'is not', null)
    .where('provider_asked_at', '<=', before(now, lifetimes.providerAskedEveryMs))
    .where('last_used_at', '>', before(now, lifetimes.sessionInUseMs + lifetimes.accessTokenMs))
    .orderBy('provider_asked_at')
    .execute();

/** Takes one of them to ask about it; no other process does for four minutes. @returns undefined where it is taken, or has ended */
export const claimProviderSession = (
  db: Kysely<DB>,
  id: string,
  now: Date,
): Promise<ClaimedSession | undefined> =>
  db
    .updateTable('session')
    .from('external_identity')
    .set({ provider_asked_at: now })
    .whereRef('external_identity.id', '=', 'session.external_identity_id')
    .where('session.id', '=', id)
    .where('session.provider_asked_at', '<=', before(now, lifetimes.providerAskedEveryMs))
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .returning([
      'session.id',
      'session.user_id',
      'session.provider_refresh_token',
      'session.provider_sid',
      'session.provider_silent_since',
      'external_identity.issuer',
      'external_identity.subject',
    ])
    .executeTakeFirst();

/** Notes that the session goes on, and by which token to ask the next time. */
export async function noteProviderAnswer(
  db: Kysely<DB>,
  { id, provider_refresh_token }: ClaimedSession,
  next: string | null,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ provider_refresh_token: next ?? provider_refresh_token, provider_silent_since: null })
    .where('id', '=', id)
    .where('provider_refresh_token', '=', provider_refresh_token)
    .execute();
}

export async function noteProviderSilence(db: Kysely<DB>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set((eb) => ({ provider_silent_since: eb.fn.coalesce('provider_silent_since', eb.val(now)) }))
    .where('id', '=', id)
    .execute();
}

/** Forgets tokens of sessions that have ended, or whose account was disconnected. Writes nothing where there are none. */
export async function forgetProviderTokens(db: Kysely<DB>, now: Date): Promise<void> {
  const ended = await db
    .selectFrom('session')
    .select('id')
    .where('provider_refresh_token', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('revoked_at', 'is not', null),
        eb('expires_at', '<=', now),
        eb('external_identity_id', 'is', null),
      ]),
    )
    .execute();
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await db.updateTable('session').set({ provider_refresh_token: null }).where('id', 'in', ids).execute();
}

/** When the session that an identity opened last ends whatever the provider says; null: never. Undefined: it opened none. */
export async function findLatestEnd(
  db: Kysely<DB>,
  externalIdentityId: string,
): Promise<Date | null | undefined> {
  const latest = await db
    .selectFrom('session')
    .select('ends_at')
    .where('external_identity_id', '=', externalIdentityId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.ends_at;
}
