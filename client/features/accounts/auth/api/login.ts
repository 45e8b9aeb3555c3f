import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

export function useLogin() {
  return trpc.auth.login.useMutation({ onSuccess: signedIn });
}
