import { reloadUser, signedOut } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

export function useContributions() {
  return trpc.users.contributions.useQuery();
}

/** Deletes the viewer's account; the session is over with it. */
export function useDeleteAccount() {
  return trpc.users.deleteAccount.useMutation({ onSuccess: () => signedOut('deleted') });
}

/** Keeps passkeys and codes that an administrator wants removed; the banner that asks for it is gone then. */
export const useStopRemoval = (onStopped: () => void) =>
  trpc.secondFactor.stopRemoval.useMutation({
    onSuccess: () => {
      onStopped();
      return reloadUser();
    },
  });
