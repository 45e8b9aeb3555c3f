import { useQuery } from '@tanstack/react-query';
import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** The account of a one-time link. Never refetched: an expired link stays expired. */
export function useResetToken(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['reset-token', token],
    // A POST request, so that the token is in no URL.
    queryFn: () => client.auth.checkResetToken.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Sets the password, which uses up the link, and signs in. */
export function useResetPassword() {
  return trpc.auth.resetPassword.useMutation({ onSuccess: signedIn });
}
