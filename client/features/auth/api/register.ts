import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Who registers is signed in at once. */
export function useRegister() {
  return trpc.auth.register.useMutation({ onSuccess: signedIn });
}
