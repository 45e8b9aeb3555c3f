import type { Role } from '#server/contract/roles.ts';
import type { User } from '#server/contract/schemas/users.ts';

export interface RoleRequirement {
  anyOf?: readonly Role[];
  allOf?: readonly Role[];
  /** Only global administrators pass, whatever `anyOf` and `allOf` say. */
  adminOnly?: boolean;
  /** The owner passes, whatever their roles. */
  ownerId?: string | null;
}

export function isGlobalAdmin(user: User): boolean {
  return user.roles.includes('admin') || user.roles.includes('superuser');
}

export function administersClubs(user: User): boolean {
  return user.roles.includes('club_admin') || user.clubs.some((club) => club.role === 'club_admin');
}

/** Whether requests to clubs, or to hide photos, may wait for this user. */
export const answersRequests = (user: User): boolean =>
  isGlobalAdmin(user) || administersClubs(user) || user.roles.includes('photographer');

/** Whether the roles suffice. This decides what is shown; the server decides what is allowed. */
export function hasRequiredRole(user: User, need: RoleRequirement): boolean {
  if (isGlobalAdmin(user)) return true;
  if (need.adminOnly) return false;
  if (need.ownerId && need.ownerId === user.id) return true;
  const has = (role: Role) => user.roles.includes(role) || (role === 'club_admin' && administersClubs(user));
  if (need.allOf && !need.allOf.every(has)) return false;
  return !need.anyOf || need.anyOf.some(has);
}
