import { keepSignOut } from '#client/lib/refresh-tokens.ts';
import { signedOut } from '#client/lib/session.ts';
import { readTokens } from '#client/lib/token-storage.ts';
import { trpc } from '#client/lib/trpc.ts';
import { stayHere } from './stay-here.ts';

/** A phone that has just lost its connection waits minutes for an answer. */
const SERVER_WITHIN_MS = 5_000;

/** Signs out even if the server is unreachable, and at the OpenID provider too where the server wants that. */
export function useLogout() {
  const logout = trpc.auth.logout.useMutation();
  const { client, installationSettings } = trpc.useUtils();
  /** @returns where the provider ends its session */
  const endAtServer = async (): Promise<string | null> => {
    const refresh_token = readTokens().refresh ?? undefined;
    // Asked apart from the page's own query, which pauses without a connection.
    const settings =
      installationSettings.public.getData() ??
      (await client.installationSettings.public.query().catch(() => null));
    const leads = settings?.provider_ends === 'with_session';
    const there = leads ? await client.oidc.endSessionAddress.query().catch(() => null) : null;
    await logout.mutateAsync({ refresh_token }).catch(keepSignOut);
    return there?.url ?? null;
  };
  return async () => {
    const tooLate = new Promise<never>((_, reject) => setTimeout(reject, SERVER_WITHIN_MS));
    const address = await Promise.race([endAtServer(), tooLate]).catch(keepSignOut);
    stayHere(true);
    signedOut();
    if (address) window.location.assign(address);
  };
}
