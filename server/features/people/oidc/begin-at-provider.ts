import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import { getProvider } from './provider.ts';

/** For what somebody is sent to the provider: to sign in, to connect their account, or instead of giving the password again. */
type ProviderPurpose = 'sign_in' | 'connect' | 'confirm';

/** What the browser keeps, sealed, until it comes back. */
export type Asked = {
  purpose: ProviderPurpose;
  /** The session that asks; null for signing in. */
  sessionId: string | null;
  /** The path to go on with. */
  from: string;
  state: string;
  nonce: string;
  verifier: string;
};

type Dependencies = Needs<'provider' | 'tokens' | 'clock'> & Pick<RequestContext, 'providerCookie'>;

/**
 * The address at the provider, with PKCE, state and nonce. They stand in a cookie and not in a table: whoever opens the sign-in page
 * asks for them, and any process may get the answer.
 * @param page the origin that the browser shows; elsewhere than at PUBLIC_URL the cookie would not come back
 */
export async function beginAtProvider(
  ctx: Dependencies,
  { page, ...asked }: Pick<Asked, 'purpose' | 'sessionId' | 'from'> & { page?: string | undefined },
): Promise<{ url: string }> {
  const provider = getProvider(ctx);
  const { publicUrl, scopes, redirectUri } = provider;
  if (page !== undefined && page !== publicUrl) return { url: `${publicUrl}/login` };
  const oidc = await import('openid-client');
  const client = await provider.client();
  const flow: Asked = {
    ...asked,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(asked.purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
  });
  const sealed = await ctx.tokens.seal('provider-asked', flow, lifetimes.providerFlowMs, ctx.clock.now());
  if (!ctx.providerCookie.set(sealed)) throw new AppError('oidc_failed');
  return { url: url.href };
}
