import type { RequestHandler } from 'express';
import { AppError } from '#server/contract/errors.ts';
import { errorHandler } from './error-handler.ts';

/** How long the rest of a body may go on arriving after its request has been answered. */
const UNREAD_BODY_MS = 10_000;
/** JSON bodies are small; who needs longer is not sending but holding a connection. */
const BODY_MS = 30_000;

/** Who is refused may finish sending and hears why, but not for ever: afterwards the connection is closed. */
export function letGoOfUnreadBodies(withinMs = UNREAD_BODY_MS): RequestHandler {
  return (req, res, next) => {
    res.once('finish', () => {
      if (req.complete) return;
      const timer = setTimeout(() => req.destroy(), withinMs);
      req.once('close', () => clearTimeout(timer));
    });
    next();
  };
}

/** Refuses a body that is not there in time. Uploads are told apart by their progress, see receive-upload.ts. */
export function bodyWithin(ms = BODY_MS): RequestHandler {
  return (req, res, next) => {
    if (!req.complete) {
      const timer = setTimeout(() => {
        if (req.complete || res.headersSent) return;
        res.set('Connection', 'close');
        errorHandler(new AppError('request_timeout'), req, res, () => req.destroy());
      }, ms);
      for (const end of ['end', 'close'] as const) req.once(end, () => clearTimeout(timer));
    }
    next();
  };
}
