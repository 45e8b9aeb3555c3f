import { parse as parseCookies } from 'cookie';
import type { Request, Response } from 'express';
import { lifetimes } from '#server/contract/lifetimes.ts';

const SESSION_COOKIE = 'clublens_session';

/**
 * The cookie is for `<img>` and live updates, which send no header. It is accepted for GET and HEAD only: a form of
 * another site can make the browser send it, but cannot change anything with it.
 */
export function readSessionCookie(req: Request): string | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined;
  return parseCookies(req.headers.cookie ?? '')[SESSION_COOKIE];
}

/** Null: the cookie is removed. */
export function setSessionCookie(req: Request, res: Response, token: string | null): void {
  const options = { httpOnly: true, sameSite: 'lax', secure: req.secure, path: '/' } as const;
  if (token) res.cookie(SESSION_COOKIE, token, { ...options, maxAge: lifetimes.accessTokenMs });
  else res.clearCookie(SESSION_COOKIE, options);
}
