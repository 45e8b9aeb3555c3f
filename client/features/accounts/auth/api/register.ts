import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Registers and signs in. */
export function useRegister() {
  return trpc.auth.register.useMutation({ onSuccess: signedIn });
}
