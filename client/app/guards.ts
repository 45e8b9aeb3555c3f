import { redirect } from '@tanstack/react-router';
import { may, type Need } from '#client/lib/roles.ts';
import { getSession } from '#client/lib/session.ts';

/** Only paths of this site come back out of `from`. */
export function safeOrigin(from: unknown): string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/';
}

/** Sends strangers to the sign-in page and remembers where they wanted to go; who left on purpose starts afresh. */
export function signedInOnly({ location }: { location: { href: string } }): void {
  const { user, ended } = getSession();
  if (user) return;
  const from = safeOrigin(location.href);
  throw redirect({ to: '/login', search: ended === 'left' || from === '/' ? {} : { from } });
}

export function signedOutOnly({ search }: { search: { from?: string } }): void {
  if (getSession().user) throw redirect({ href: safeOrigin(search.from) });
}

/** For `beforeLoad` of screens that need a role. Global administrators pass unless the need says otherwise. */
export function withRole(need: Need, fallback = '/'): () => void {
  return () => {
    const { user } = getSession();
    if (user && !may(user, need)) throw redirect({ href: fallback });
  };
}
