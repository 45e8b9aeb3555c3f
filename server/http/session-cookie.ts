import { parse as parseCookies } from 'cookie';
import type { Request, Response } from 'express';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { pageHeader } from '#server/contract/page-header.ts';
import type { SessionCookies } from '#server/trpc/request-context.ts';
import { isOrigin } from './same-origin.ts';

const SESSION_COOKIE = 'clublens_session';
/** The prefix lets browsers accept it over https only, and from this host only. */
const REFRESH_COOKIE = '__Host-clublens_refresh';

/**
 * The cookie is for `<img>` and live updates, which send no header. It is accepted for GET and HEAD only: a form of
 * another site can make the browser send it, but cannot change anything with it.
 */
export function readSessionCookie(req: Request): string | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined;
  return parseCookies(req.headers.cookie ?? '')[SESSION_COOKIE];
}

export const isPage = (req: Request): boolean => req.get(pageHeader) !== undefined;

/** The cookies of a session. That of the refresh token is for the page alone: without its header it is not even read. */
export function sessionCookies(req: Request, res: Response, publicUrl: string | null): SessionCookies {
  const access = { httpOnly: true, sameSite: 'lax', secure: req.secure, path: '/' } as const;
  const refresh = { ...access, secure: true };
  const refreshToken = isPage(req) ? parseCookies(req.headers.cookie ?? '')[REFRESH_COOKIE] : undefined;
  return {
    refreshToken,
    handOut: (opened) => {
      res.cookie(SESSION_COOKIE, opened.access_token, { ...access, maxAge: lifetimes.accessTokenMs });
      if (!isPage(req) || !opened.refresh_token || !isHttps(req, publicUrl)) return opened;
      res.cookie(REFRESH_COOKIE, opened.refresh_token, { ...refresh, maxAge: lifetimes.sessionIdleMs });
      return { ...opened, refresh_token: undefined };
    },
    clear: () => {
      res.clearCookie(SESSION_COOKIE, access);
      if (refreshToken !== undefined) res.clearCookie(REFRESH_COOKIE, refresh);
    },
  };
}

/** Whether the browser sees the page over https: a proxy may end TLS and not say so, but then PUBLIC_URL tells. */
function isHttps(req: Request, publicUrl: string | null): boolean {
  return (
    req.secure || (publicUrl?.startsWith('https:') === true && isOrigin(req.get('origin') ?? '', publicUrl))
  );
}
