import type { Request } from 'express';
import { isHost } from './check-request-address.ts';

/**
 * Host and port that the browser asked for: X-Forwarded-Host where a trusted proxy is in front, otherwise Host. As with
 * X-Forwarded-For each proxy may append its own; of a longer list that of the outermost trusted proxy counts.
 */
export function browserHost(req: Request): string | undefined {
  const hops = Number(req.app.get('trust proxy'));
  const forwarded = hops > 0 ? req.get('x-forwarded-host')?.split(',') : undefined;
  const named = forwarded?.[Math.max(0, forwarded.length - hops)]?.trim();
  return named && isHost(named) ? named : req.get('host');
}
