import { useQuery } from '@tanstack/react-query';
import { getSession, reloadUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** The address that a one-time link confirms. Never refetched: an expired link stays expired. */
export function useEmailToken(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['email-token', token],
    // A POST request, so that the token is in no URL.
    queryFn: () => client.auth.checkEmailToken.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Confirms the address, which uses up the link. */
export function useConfirmEmail() {
  return trpc.auth.confirmEmail.useMutation({
    onSuccess: () => (getSession().user ? reloadUser() : undefined),
  });
}
