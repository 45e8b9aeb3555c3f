import { trpc } from '#client/lib/trpc.ts';

/** Gives the password again in the session in use. */
export function useConfirmPassword() {
  return trpc.auth.confirmPassword.useMutation();
}
