import type { RequestHandler } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { errorHandler } from './error-handler.ts';

type UnreadBodyLimits = { ms: number; bytes: number };
/** Time and bytes for the rest of a body after its request was answered, such as a refused photo on a slow line. */
const unreadBodyLimits: UnreadBodyLimits = { ms: 30_000, bytes: 64 * 1024 ** 2 };
/** How often the bytes of such a rest are counted. */
const COUNT_EVERY_MS = 100;
/** Time for a whole JSON or form body. */
const BODY_MS = 30_000;

/**
 * Reads and discards the rest of a body whose request was answered early. Browsers read the answer only after they
 * have sent everything, and the next request on the connection stands behind this body. A rest that takes too long or
 * is too large closes the connection.
 */
export function closeUnreadBodies(limits = unreadBodyLimits): RequestHandler {
  return (req, res, next) => {
    res.once('finish', () => {
      if (req.complete || req.destroyed) return;
      req.resume();
      const { socket } = req;
      const before = socket.bytesRead;
      const finish = () => {
        clearInterval(counting);
        clearTimeout(timer);
      };
      // When the body is complete, the connection may already serve another request.
      const close = () => {
        finish();
        if (!req.complete) req.destroy();
      };
      const timer = setTimeout(close, limits.ms);
      const counting = setInterval(() => {
        if (req.complete) finish();
        else if (socket.bytesRead - before > limits.bytes) close();
      }, COUNT_EVERY_MS);
      for (const event of ['end', 'close'] as const) req.once(event, finish);
    });
    next();
  };
}

/** Answers 408 when a body is not complete in time. Uploads are limited by progress, see receive-upload.ts. */
export function bodyTimeout(ms = BODY_MS): RequestHandler {
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
