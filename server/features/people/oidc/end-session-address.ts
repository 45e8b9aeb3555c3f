import type { Needs } from '#server/app-context.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { reasonOf } from './provider.ts';

/**
 * Where the session in use ends at the provider, which leads back to the sign-in page (RP-Initiated Logout 1.0). Asked before the
 * session ends here.
 * @returns null where the provider did not open it, or offers none
 */
export async function findEndSessionAddress(
  ctx: Needs<'db' | 'provider' | 'tokens' | 'clock' | 'log'> & { viewer: SignedIn },
): Promise<string | null> {
  const { provider, tokens } = ctx;
  if (!provider?.endsThere) return null;
  const session = await ctx.db
    .selectFrom('session')
    .select('provider_id_token')
    .where('id', '=', ctx.viewer.sessionId)
    .executeTakeFirst();
  const sealed = session?.provider_id_token ?? undefined;
  const kept = await tokens.unseal<{ idToken: string }>('provider-id-token', sealed, ctx.clock.now());
  if (!kept) return null;
  try {
    const { buildEndSessionUrl } = await import('openid-client');
    return buildEndSessionUrl(await provider.client(), {
      id_token_hint: kept.payload.idToken,
      post_logout_redirect_uri: `${provider.publicUrl}/login`,
    }).href;
  } catch (error) {
    ctx.log.info({ reason: reasonOf(error) }, 'the OpenID provider ends no session');
    return null;
  }
}
