import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { revokeSession } from '#server/features/accounts/auth/sessions.repository.ts';
import type { TokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { reasonOf } from './provider.ts';
import {
  type ClaimedSession,
  claimProviderSession,
  forgetProviderTokens,
  listDueProviderSessions,
  noteProviderAnswer,
  noteProviderSilence,
} from './provider-sessions.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens' | 'provider' | 'bus' | 'log'>;
/** `goes on` may bring another token, which replaces the one that was used. */
type Answer = { is: 'goes on'; refreshToken: string | undefined } | { is: 'over' } | { is: 'unknown' };

/** Requests at once. */
const AT_ONCE = 4;
const kind = 'provider-refresh-token';

/** Encrypts the provider's refresh token for one session: copied to another one it is worth nothing. */
export const sealRefreshToken = (
  tokens: TokenSigner,
  sessionId: string,
  refreshToken: string,
  now: Date,
): Promise<string> => tokens.seal(kind, { sessionId, refreshToken }, lifetimes.sessionLongestMs, now);

/**
 * Asks the provider about sessions in use whether they go on, by the refresh tokens that it gave. Those that it ended end here; where it does
 * not answer they go on for an hour. See decision 0050.
 */
export async function askAboutSessions(ctx: Dependencies): Promise<void> {
  const now = ctx.clock.now();
  await forgetProviderTokens(ctx.db, now);
  const due = await listDueProviderSessions(ctx.db, now);
  await Promise.all(Array.from({ length: AT_ONCE }, () => askInTurn(ctx, due)));
}

/** @param due emptied by all who ask at once */
async function askInTurn(ctx: Dependencies, due: { id: string }[]): Promise<void> {
  const { db, clock, bus } = ctx;
  for (let next = due.shift(); next; next = due.shift()) {
    const session = await claimProviderSession(db, next.id, clock.now());
    if (!session) continue;
    const answer = await ask(ctx, session);
    const now = clock.now();
    const { provider_silent_since: since } = session;
    const isTooLong = since !== null && now.getTime() - since.getTime() >= lifetimes.providerSilentMs;
    if (answer.is === 'goes on') {
      const token =
        answer.refreshToken === undefined
          ? null
          : await sealRefreshToken(ctx.tokens, session.id, answer.refreshToken, now);
      await noteProviderAnswer(db, session, token);
    } else if (answer.is === 'over' || isTooLong) {
      await revokeSession(db, session.id, now);
      bus.publish({ topic: `user:${session.user_id}`, kind: 'session' });
    } else {
      await noteProviderSilence(db, session.id, now);
    }
  }
}

/** Whatever is neither a new token nor a clear no leaves it open: an answer that cannot be checked, an error of its, a wrong secret. */
async function ask(ctx: Dependencies, session: ClaimedSession): Promise<Answer> {
  const { provider, tokens, clock, log } = ctx;
  const sealed = session.provider_refresh_token ?? undefined;
  const kept = await tokens.unseal<{ sessionId: string; refreshToken: string }>(kind, sealed, clock.now());
  if (kept?.payload.sessionId !== session.id) return { is: 'over' };
  if (provider?.issuer !== session.issuer) return { is: 'unknown' };
  const oidc = await import('openid-client');
  try {
    const answer = await oidc.refreshTokenGrant(await provider.client(), kept.payload.refreshToken);
    const claims = answer.claims();
    // OpenID Connect Core 1.0, section 12.2: there may be none, but it names nobody else.
    const { subject, provider_sid: sid } = session;
    const isOtherSession = sid !== null && claims?.sid !== undefined && claims.sid !== sid;
    if (claims && (claims.sub !== subject || isOtherSession)) return { is: 'over' };
    return { is: 'goes on', refreshToken: answer.refresh_token };
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return { is: 'over' };
    log.info({ reason: reasonOf(error) }, 'the OpenID provider did not say whether a session goes on');
    return { is: 'unknown' };
  }
}
