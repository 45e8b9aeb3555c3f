import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { AppError, type WireError } from '#server/contract/app-error.ts';
import { toAppError, wireError } from '#server/trpc/wire-error.ts';

/** JSON-RPC's number for a failure, which tRPC wants; `data` says what it is. */
const TRPC_INTERNAL = -32603;

/** Answers 404 as JSON where no route matched, instead of Express' page. */
export const notFoundHandler: RequestHandler = () => {
  throw new AppError('not_found');
};

/** Every failure outside of a procedure leaves through here, in the shape of its API, without stack, SQL or path. */
export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  const known = toAppError(translateBodyError(error), (cause) =>
    req.log.error({ err: cause }, 'request failed'),
  );
  if (res.headersSent) {
    next(known);
    return;
  }
  const wire = wireError(known, String(req.id));
  const { http_status, ...body } = wire;
  if (known.params.seconds !== undefined) res.set('Retry-After', String(known.params.seconds));
  res
    .status(http_status)
    .set('Cache-Control', 'no-store')
    .json(isTrpc(req) ? trpcFailure(wire) : { success: false, ...body });
};

const isTrpc = (req: Request): boolean => /^\/trpc(\/|$)/i.test(req.originalUrl.split('?', 1)[0] ?? '');

/** The failure of a whole batch, which its client takes for that of each call in it. */
const trpcFailure = (wire: WireError) => ({
  error: { message: wire.message, code: TRPC_INTERNAL, data: { ...wire, httpStatus: wire.http_status } },
});

/** The body parsers and Express name their errors by `type` and `status`. */
function translateBodyError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new AppError('body_too_large', { cause: error });
  if (type === 'request.aborted' || status === 408) return new AppError('request_timeout', { cause: error });
  if (status === 404) return new AppError('not_found', { cause: error });
  if (status === 416) return new AppError('range_not_satisfiable', { cause: error });
  if (error instanceof URIError) return new AppError('not_found', { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('bad_request', { cause: error });
  return error;
}
