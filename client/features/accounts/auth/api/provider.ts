import { useState } from 'react';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { ProviderAnswer } from '#server/contract/schemas/oidc.ts';

/** A page at another address than PUBLIC_URL is led there first. */
const page = window.location.origin;
const leave = ({ url }: { url: string }) => window.location.assign(url);

/** Goes to the OpenID provider, to sign in. */
export function useGoToProvider() {
  const { mutate, isPending, isSuccess, error } = trpc.oidc.begin.useMutation({ onSuccess: leave });
  // Until the browser has left, it is on the way.
  return { go: (from: string) => mutate({ from, page }), isPending: isPending || isSuccess, error };
}

/** The viewer goes there, to connect an account or instead of giving the password. */
export function useGoToProviderAgain() {
  const { mutate, isPending, isSuccess, error } = trpc.oidc.beginForViewer.useMutation({ onSuccess: leave });
  return {
    go: (purpose: 'connect' | 'confirm', from: string) => mutate({ purpose, from, page }),
    isPending: isPending || isSuccess,
    error,
  };
}

/** What the provider has answered. It stays while the page does: signing in clears all queries, and uses it up. */
export function useProviderAnswer() {
  const [kept, keep] = useState<ProviderAnswer>();
  const { data, error } = trpc.oidc.answer.useQuery(undefined, { enabled: !kept, retry: false, gcTime: 0 });
  if (data && !kept) keep(data);
  return { answer: kept, error: kept ? null : error };
}
export const useProviderSignIn = () => trpc.oidc.signIn.useMutation({ onSuccess: signedIn });
export const useRegisterByProvider = () => trpc.oidc.register.useMutation({ onSuccess: signedIn });
export const useFinishAtProvider = () => trpc.oidc.finishForViewer.useMutation();

/** The viewer's connection, and how it is ended. Asked for only where there is a provider. */
export function useProviderConnection() {
  const { settings } = usePublicSettings();
  const connection = trpc.oidc.connection.useQuery(undefined, { enabled: Boolean(settings?.provider_label) });
  const disconnect = trpc.oidc.disconnect.useMutation();
  return { connection, disconnect };
}
