import { reloadUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Saves the viewer's own data. */
export function useSaveProfile() {
  return {
    profile: trpc.users.updateProfile.useMutation(),
    bio: trpc.users.updateBio.useMutation(),
  };
}

export function useChangePassword() {
  return trpc.users.changePassword.useMutation({ onSuccess: () => reloadUser() });
}

/** Of an account that came by an OpenID provider. */
export function useSetPassword() {
  return trpc.users.setPassword.useMutation({ onSuccess: () => reloadUser() });
}
