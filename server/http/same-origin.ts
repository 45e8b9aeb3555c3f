import type { RequestHandler } from 'express';
import { AppError } from '#server/contract/app-error.ts';

/**
 * Changes are made from our own pages or by clients that are no browser. A browser names the page's origin on
 * every such request (Origin, Sec-Fetch-Site: Fetch Metadata); a foreign one is refused before anything happens.
 */
export const sameOrigin: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS') return next();
  const origin = req.get('origin');
  if (origin !== undefined && hostOf(origin) !== req.get('host')) throw new AppError('forbidden');
  if (origin === undefined && req.get('sec-fetch-site') === 'cross-site') throw new AppError('forbidden');
  next();
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
