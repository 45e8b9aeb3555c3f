import { useUser } from '#client/lib/session.ts';
import { type ViewerAction, viewerRules } from '#server/contract/permissions.ts';
import type { User } from '#server/contract/schemas/users.ts';

export function can(user: User, action: ViewerAction): boolean {
  return viewerRules[action]({ id: user.id, grants: user.role_assignments });
}

/** Checks the permission table of the server. It only hides buttons. */
export function useCan(action: ViewerAction): boolean {
  return can(useUser(), action);
}
