import { AppError } from '#server/contract/app-error.ts';
import { isSuperuser } from '#server/contract/permissions.ts';
import type { User } from '#server/contract/schemas/users.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** Only a superuser changes the account or the roles of a superuser. */
export function requireSuperuserForSuperuser(viewer: SignedIn, user: Pick<User, 'roles'>): void {
  if (user.roles.includes('superuser') && !isSuperuser(viewer)) throw new AppError('role_needs_superuser');
}
