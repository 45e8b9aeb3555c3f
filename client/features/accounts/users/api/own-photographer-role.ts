import { reloadUser, useUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Lets a global administrator grant themselves the photographer role or revoke it. */
export function useOwnPhotographerRole() {
  const user = useUser();
  const grant = trpc.users.grantRole.useMutation({ onSuccess: reloadUser });
  const revoke = trpc.users.revokeRole.useMutation({ onSuccess: reloadUser });
  const held = user.role_assignments.some(
    ({ role_name, club_id }) => role_name === 'photographer' && club_id === null,
  );
  return {
    held,
    error: grant.error ?? revoke.error,
    pending: grant.isPending || revoke.isPending,
    /** `then` runs although the component may be gone by then: the granted role can remove it from the page. */
    set: (wanted: boolean, then?: () => void) => {
      const change = wanted
        ? grant.mutateAsync({ id: user.id, role_name: 'photographer', club_id: null })
        : revoke.mutateAsync({ id: user.id, role: 'photographer', club_id: null });
      // A failure is in `error`.
      return change.then(then, () => undefined);
    },
    /** Grants the role first if the viewers chose themselves as photographer without having it. */
    giveIfNeeded: (photographerId: string | undefined, then: () => void) => {
      if (photographerId !== user.id || user.roles.includes('photographer')) return then();
      grant.mutate({ id: user.id, role_name: 'photographer', club_id: null }, { onSuccess: then });
    },
  };
}
