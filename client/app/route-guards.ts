import { redirect } from '@tanstack/react-router';
import { hasRequiredRole, type RoleRequirement } from '#client/lib/roles.ts';
import { getSession } from '#client/lib/session.ts';

/** Only paths of this site come back out of `from`. */
export function safeReturnPath(from: unknown): string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/';
}

/** Sends strangers to the sign-in page and remembers where they wanted to go; who left on purpose starts afresh. */
export function requireSignedIn({ location }: { location: { href: string } }): void {
  const { user, ended } = getSession();
  if (user) return;
  const from = safeReturnPath(location.href);
  throw redirect({ to: '/login', search: ended === 'left' || from === '/' ? {} : { from } });
}

export function requireSignedOut({ search }: { search: { from?: string } }): void {
  if (getSession().user) throw redirect({ href: safeReturnPath(search.from) });
}

/** For `beforeLoad` of screens that need a role. Global administrators pass unless the need says otherwise. */
export function requireRole(need: RoleRequirement, fallback = '/'): () => void {
  return () => {
    const { user } = getSession();
    if (user && !hasRequiredRole(user, need)) throw redirect({ href: fallback });
  };
}
