import { reloadUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** The viewer's own data. The session shows what was saved without asking who they are again. */
export function useSaveProfile() {
  return {
    profile: trpc.users.updateProfile.useMutation(),
    bio: trpc.users.updateBio.useMutation(),
  };
}

export function useChangePassword() {
  return trpc.users.changePassword.useMutation({ onSuccess: () => reloadUser() });
}
