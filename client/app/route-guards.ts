import { redirect } from '@tanstack/react-router';
import { hasRequiredRole, type RoleRequirement } from '#client/lib/has-required-role.ts';
import { getSession } from '#client/lib/session.ts';

/** The path in `from` if it is a path of this site, else `/`: prevents redirects to other sites. */
export function safeReturnPath(from: unknown): string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/';
}

/** Redirects to the sign-in page and remembers the requested path, except after signing out or deleting the account. */
export function requireSignedIn({ location }: { location: { href: string } }): void {
  const { user, ended } = getSession();
  if (user) return;
  const isOver = ended === 'left' || ended === 'deleted';
  const from = safeReturnPath(location.href);
  throw redirect({ to: '/login', search: isOver || from === '/' ? {} : { from } });
}

export function requireSignedOut({ search }: { search: { from?: string } }): void {
  if (getSession().user) throw redirect({ href: safeReturnPath(search.from) });
}

/** For `beforeLoad` of screens that require a role. */
export function requireRole(need: RoleRequirement, fallback = '/'): () => void {
  return () => {
    const { user } = getSession();
    if (user && !hasRequiredRole(user, need)) throw redirect({ href: fallback });
  };
}
