import { trpc } from '#client/lib/trpc.ts';

/** Asks for a mail with a link. The answer does not say whether there is such an account. */
export function useForgotPassword() {
  return trpc.auth.forgotPassword.useMutation();
}
