import { keepSignOut } from '#client/lib/refresh-tokens.ts';
import { signedOut } from '#client/lib/session.ts';
import { readTokens } from '#client/lib/token-storage.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Signs out even if the server is unreachable. */
export function useLogout() {
  const logout = trpc.auth.logout.useMutation();
  return async () => {
    const refresh_token = readTokens().refresh ?? undefined;
    await logout.mutateAsync({ refresh_token }).catch(keepSignOut);
    signedOut();
  };
}
