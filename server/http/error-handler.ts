import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { toAppError, wireError } from '#server/trpc/wire-error.ts';

/** Answers 404 as JSON where no route matched, instead of Express' page. */
export const notFoundHandler: RequestHandler = () => {
  throw new AppError('not_found');
};

/** Every failure of the REST surface leaves through here, in one shape, without stack, SQL or path. */
export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  const known = toAppError(translateBodyError(error), (cause) =>
    req.log.error({ err: cause }, 'request failed'),
  );
  if (res.headersSent) {
    next(known);
    return;
  }
  const { http_status, ...body } = wireError(known, String(req.id));
  if (known.params.seconds !== undefined) res.set('Retry-After', String(known.params.seconds));
  res
    .status(http_status)
    .set('Cache-Control', 'no-store')
    .json({ success: false, ...body });
};

/** The body parsers and Express name their errors by `type` and `status`. */
function translateBodyError(error: unknown): unknown {
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new AppError('body_too_large', { cause: error });
  if (type === 'request.aborted' || status === 408) return new AppError('request_timeout', { cause: error });
  if (error instanceof URIError) return new AppError('not_found', { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500 && !(error instanceof AppError))
    return new AppError('bad_request', { cause: error });
  return error;
}
