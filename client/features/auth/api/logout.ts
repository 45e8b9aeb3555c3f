import { keepSignOut } from '#client/lib/refresh-tokens.ts';
import { signedOut } from '#client/lib/session.ts';
import { readTokens } from '#client/lib/token-storage.ts';
import { trpc } from '#client/lib/trpc.ts';
import { stayHere } from './stay-here.ts';

/** Signs out even if the server is unreachable, and at the OpenID provider too where the server wants that. */
export function useLogout() {
  const logout = trpc.auth.logout.useMutation();
  const { client, installationSettings } = trpc.useUtils();
  return async () => {
    const refresh_token = readTokens().refresh ?? undefined;
    // Asked apart from the page's own query, which pauses without a connection.
    const settings =
      installationSettings.public.getData() ??
      (await client.installationSettings.public.query().catch(() => null));
    const leads = settings?.provider_ends === 'with_session';
    const there = leads ? await client.oidc.endSessionAddress.query().catch(() => null) : null;
    await logout.mutateAsync({ refresh_token }).catch(keepSignOut);
    stayHere(true);
    signedOut();
    if (there?.url) window.location.assign(there.url);
  };
}
