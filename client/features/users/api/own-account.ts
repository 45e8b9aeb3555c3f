import { signedOut } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

export function useContributions() {
  return trpc.users.contributions.useQuery();
}

/** Deletes the viewer's account; the session is over with it. */
export function useDeleteAccount() {
  return trpc.users.deleteAccount.useMutation({ onSuccess: () => signedOut('deleted') });
}
