import { useQuery } from '@tanstack/react-query';
import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Whose password a one-time link sets. Asked once: an ended link stays ended. */
export function useResetToken(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['reset-token', token],
    // By POST, so that the token stands in no address.
    queryFn: () => client.auth.checkResetToken.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Sets the password, spends the link and signs in. */
export function useResetPassword() {
  return trpc.auth.resetPassword.useMutation({ onSuccess: signedIn });
}
