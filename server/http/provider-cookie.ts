import { parse as parseCookies } from 'cookie';
import type { Request, Response } from 'express';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { ProviderCookie } from '#server/trpc/request-context.ts';

/** Browsers keep no longer ones. */
const LONGEST = 3_900;

/**
 * Holds, sealed, what a browser was sent to the OpenID provider with, and what it brought back. Lax: it has to come along when the
 * provider leads back here.
 */
export function providerCookie(req: Request, res: Response, publicUrl: string | null): ProviderCookie {
  const secure = publicUrl?.startsWith('https:') === true;
  const name = `${secure ? '__Host-' : ''}clublens_provider`;
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    value: parseCookies(req.headers.cookie ?? '')[name],
    set: (value) => {
      if (value.length > LONGEST) return false;
      res.cookie(name, value, { ...options, maxAge: lifetimes.providerFlowMs });
      return true;
    },
    clear: () => res.clearCookie(name, options),
  };
}
