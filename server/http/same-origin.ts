import type { Request, RequestHandler } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { browserHost } from './browser-host.ts';

/** How many different refused pages are written down: a wrong setting is one of the first. */
const LOGGED_REFUSALS = 20;

/**
 * Changes are made from our own pages or by clients that are no browser. A browser names the page's origin on
 * every such request (Origin, Sec-Fetch-Site: Fetch Metadata); a foreign one is refused before anything happens.
 */
export function sameOrigin({ publicUrl, log }: Pick<AppContext, 'publicUrl' | 'log'>): RequestHandler {
  const logged = new Set<string>();
  return (req, _res, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method) || isFromOwnPage(req, publicUrl)) return next();
    const origin = req.get('origin')?.slice(0, 200) ?? '';
    const host = browserHost(req)?.slice(0, 200) ?? '';
    const pair = `${origin} ${host}`;
    if (!logged.has(pair) && logged.size < LOGGED_REFUSALS) {
      logged.add(pair);
      log.warn(
        { origin, host, publicUrl },
        'refused a change: the page of the browser (origin) is at another address than the one asked for (host). Where this is ' +
          'the right page, a proxy in front hides the address: set PUBLIC_URL to the origin',
      );
    }
    next(new AppError('forbidden', { params: { origin } }));
  };
}

function isFromOwnPage(req: Request, publicUrl: string | null): boolean {
  const origin = req.get('origin');
  const site = req.get('sec-fetch-site'); // no page can set it; browsers send it over https and on localhost
  if (site === 'same-origin') return true;
  if (site === 'cross-site') return false;
  if (origin === undefined) return true;
  return isOrigin(origin, publicUrl) || isAtHost(origin, browserHost(req));
}

export const isOrigin = (origin: string, url: string | null): boolean =>
  url !== null && URL.canParse(origin) && new URL(origin).origin === new URL(url).origin;

/** The scheme is that of the origin: a proxy may end TLS. Parsing drops default ports and makes letters small. */
export function isAtHost(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const asked = `${page.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).host === page.host;
}
