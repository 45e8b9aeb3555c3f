import { redirect } from '@tanstack/react-router';
import { hasRequiredRole, type RoleRequirement } from '#client/lib/has-required-role.ts';
import { getSession } from '#client/lib/session.ts';

/** Stands for the origin of this site: of an address that leads elsewhere it would be another. */
const HERE = 'http://here.invalid';

/** The path in `from` if it is a path of this site, else `/`: prevents redirects to other sites, and to the sign-in page again. */
export function safeReturnPath(from: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/')) return '/';
  try {
    const { origin, pathname, search, hash } = new URL(from, HERE);
    // `/.//evil.example` stays on this site as an address, and would not as a path.
    if (origin !== HERE || pathname.startsWith('//')) return '/';
    if (/^\/login(\/|$)/i.test(decodeURIComponent(pathname))) return '/';
    return pathname + search + hash;
  } catch {
    return '/'; // no address, or the router cannot show such a path
  }
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

/** For `beforeLoad` of screens that require a role. @param fallback where others are sent, of the address they opened */
export function requireRole(
  need: RoleRequirement,
  fallback: (href: string) => string = () => '/',
): (opened: { location: { href: string } }) => void {
  return ({ location }) => {
    const { user } = getSession();
    if (user && !hasRequiredRole(user, need)) throw redirect({ href: fallback(location.href) });
  };
}
