import type { IDToken } from 'openid-client';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { spendChallenge } from '#server/features/accounts/auth/answered-challenges.repository.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import type { Asked } from './begin-at-provider.ts';
import { findIdentity, type Identity } from './external-identities.repository.ts';
import { getProvider, type Provider, reasonOf } from './provider.ts';

/** Whom the provider has named. */
export type Proved = Identity & {
  /** Its session, which it may end later. */
  sid: string | undefined;
  /** It asked for a second factor. */
  isStrong: boolean;
  /** Of which it makes them a member. */
  clubIds: string[];
  /** By which its session is ended when somebody signs out here. */
  idToken: string | undefined;
  /** By which it is asked whether the session goes on. */
  refreshToken: string | undefined;
  /** For a new account; nothing is decided by them. */
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
  username: string | undefined;
};
type Problem = 'oidc_failed' | 'oidc_cancelled' | 'oidc_away';
/** What the browser keeps, sealed, until the page has used it. */
export type Answered = Pick<Asked, 'purpose' | 'sessionId' | 'from'> &
  ({ problem: Problem } | { problem: null; proved: Proved });

type Dependencies = Needs<'provider' | 'tokens' | 'clock' | 'db' | 'log'> &
  Pick<RequestContext, 'providerCookie'>;

/** Seconds between signing in at the provider and coming back, where it had to ask anew. */
const FRESH_WITHIN = 300;
/** OpenID Connect Core 1.0, section 2; no control characters, which the database may not take. */
const SUBJECT = /^[^\p{C}]{1,255}$/u;

/**
 * Checks what the provider says and keeps it for the page, which uses it by POST: no address holds anything. One question is good
 * for one answer; without a question from this browser nothing is asked of the provider.
 */
export async function receiveFromProvider(ctx: Dependencies, query: URLSearchParams): Promise<void> {
  const provider = getProvider(ctx);
  const now = ctx.clock.now();
  const opened = await ctx.tokens.unseal<Asked>('provider-asked', ctx.providerCookie.value, now);
  if (!opened || query.get('state') !== opened.payload.state) {
    ctx.log.info('an answer of the OpenID provider fits no question of this browser');
    return;
  }
  const { payload: asked, ...challenge } = opened;
  const { purpose, sessionId, from } = asked;
  const isFirst = await ctx.db.transaction().execute((trx) => spendChallenge(trx, challenge));
  const answer = isFirst ? await prove(ctx, provider, asked, query) : { problem: 'oidc_failed' as const };
  const keep = async (kept: typeof answer): Promise<boolean> => {
    const answered: Answered = { purpose, sessionId, from, ...kept };
    return ctx.providerCookie.set(
      await ctx.tokens.seal('provider-answered', answered, lifetimes.providerFlowMs, now),
    );
  };
  if (await keep(answer)) return;
  // Some providers write long tokens. Without the first, theirs is the session that stays; without the second, ours ends by the clock.
  if (answer.problem === null)
    for (const name of ['idToken', 'refreshToken'] as const) {
      answer.proved[name] = undefined;
      if (await keep(answer)) return;
    }
  ctx.providerCookie.clear();
}

async function prove(
  ctx: Dependencies,
  provider: Provider,
  asked: Asked,
  query: URLSearchParams,
): Promise<{ problem: Problem } | { problem: null; proved: Proved }> {
  const oidc = await import('openid-client');
  try {
    const client = await provider.client();
    const url = new URL(provider.redirectUri);
    url.search = query.toString();
    const tokens = await oidc.authorizationCodeGrant(client, url, {
      pkceCodeVerifier: asked.verifier,
      expectedState: asked.state,
      expectedNonce: asked.nonce,
      idTokenExpected: true,
      ...(asked.purpose === 'confirm' && { maxAge: FRESH_WITHIN }),
    });
    const claims = tokens.claims();
    const isForUs = claims?.azp === undefined || claims.azp === provider.clientId;
    if (!claims || !isForUs || !SUBJECT.test(claims.sub)) return { problem: 'oidc_failed' };
    const identity = { issuer: provider.issuer, subject: claims.sub };
    const isNew = asked.purpose === 'sign_in' && !(await findIdentity(ctx.db, identity));
    const needsMore =
      isNew && claims.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined;
    const more = needsMore ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
    return {
      problem: null,
      proved: {
        ...identity,
        ...describe(provider, claims),
        idToken: provider.endsThere && asked.purpose === 'sign_in' ? tokens.id_token : undefined,
        refreshToken: asked.purpose === 'sign_in' ? tokens.refresh_token : undefined,
        ...personOf({ ...more, ...claims }),
      },
    };
  } catch (error) {
    const problem = problemOf(error, oidc);
    ctx.log.info({ reason: reasonOf(error), problem }, 'an answer of the OpenID provider was refused');
    return { problem };
  }
}

function problemOf(error: unknown, oidc: typeof import('openid-client')): Problem {
  if (error instanceof AppError && error.code === 'oidc_away') return 'oidc_away';
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'oidc_cancelled' : 'oidc_failed';
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string };
  const isUnreachable = code === 'OAUTH_TIMEOUT' || name === 'TimeoutError' || message === 'fetch failed';
  return isUnreachable ? 'oidc_away' : 'oidc_failed';
}

function describe({ strongMethods, clubs, clubsClaim }: Provider, claims: IDToken) {
  const { sid, amr, acr } = claims;
  const groups = [claims[clubsClaim]].flat();
  const methods = [amr, acr].flat().filter((method) => typeof method === 'string');
  return {
    sid: typeof sid === 'string' && SUBJECT.test(sid) ? sid : undefined,
    isStrong: methods.some((method) => strongMethods.includes(method)),
    clubIds: [...new Set(clubs.filter(({ value }) => groups.includes(value)).map(({ clubId }) => clubId))],
  };
}

function personOf(claims: Record<string, unknown>) {
  const text = (name: string, max: number) => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;
  };
  return {
    email: text('email', inputLimits.emailMax),
    emailVerified: claims.email_verified === true,
    name: text('name', inputLimits.nameMax),
    username: text('preferred_username', inputLimits.usernameMax),
  };
}
