import type { Request } from 'express';
import type { Needs } from '#server/app-context.ts';
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

/** Scheme and host where the sender of a request reaches the server. */
export const requestOrigin = ({ publicUrl }: Needs<'publicUrl'>, req: Request): string =>
  publicUrl ?? `${req.protocol}://${browserHost(req) ?? 'localhost'}`;
