/** What only superusers may do: give and take the role superuser, and change the account or the roles of a superuser. */
import { AppError } from '#server/contract/app-error.ts';
import { isSuperuser } from '#server/contract/permissions.ts';
import type { Role } from '#server/contract/roles.ts';
import type { User } from '#server/contract/schemas/users.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** Called before a role is given or taken. @throws AppError role_needs_superuser */
export function requireSuperuserForRole(viewer: SignedIn, role: Role): void {
  if (role === 'superuser' && !isSuperuser(viewer)) throw new AppError('role_needs_superuser');
}

/** Called before an account or its roles are changed. @throws AppError role_needs_superuser */
export function requireSuperuserForAccount(viewer: SignedIn, user: Pick<User, 'roles'>): void {
  if (!mayChangeAccount(viewer, user)) throw new AppError('role_needs_superuser');
}

export const mayChangeAccount = (
  viewer: Parameters<typeof isSuperuser>[0],
  user: Pick<User, 'roles'>,
): boolean => !user.roles.includes('superuser') || isSuperuser(viewer);
