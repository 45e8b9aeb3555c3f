import type { Request, RequestHandler } from 'express';
import { AppError } from '#server/contract/app-error.ts';

/**
 * Answers 400 to a Host header or request target from which no address can be made. Libraries behind this check build
 * a URL of both and fail in ways of their own. A target in absolute form replaces the Host header (RFC 9112, 3.2.2).
 */
export const checkRequestAddress: RequestHandler = (req, _res, next) => {
  if (!hasAddress(req)) throw new AppError('bad_request');
  next();
};

function hasAddress(req: Request): boolean {
  if ((req.headersDistinct.host?.length ?? 0) > 1) return false;
  if (req.headers.host !== undefined && !isHost(req.headers.host)) return false; // HTTP/1.0 needs none
  if (req.url.startsWith('/')) return true;
  if (req.url === '*' && req.method === 'OPTIONS') {
    req.url = '/';
    return true;
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(req.url)?.[1];
  if (authority === undefined || !isHost(authority)) return false;
  const target = new URL(req.url);
  req.headers.host = target.host;
  req.url = target.pathname + target.search;
  return true;
}

/** Whether a text is a host name or address with or without a port, and nothing else that an authority may hold. */
export function isHost(text: string): boolean {
  return /^[^\s@/\\?#%]+$/.test(text) && URL.canParse(`http://${text}`);
}
