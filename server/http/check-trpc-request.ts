import type { Request, RequestHandler } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** tRPC reads forms and byte streams too, which no procedure here takes, and fails over broken ones with a 500. */
export const checkTrpcRequest: RequestHandler = (req, res, next) => {
  const refusal = refusalOf(req);
  if (refusal === 'method_not_allowed') res.set('Allow', METHODS.join(', '));
  next(refusal && new AppError(refusal));
};

function refusalOf(req: Request): ErrorCode | undefined {
  if (!METHODS.includes(req.method)) return 'method_not_allowed';
  if (req.method === 'POST' && !/^application\/json\s*(;|$)/i.test(req.get('content-type') ?? ''))
    return 'unsupported_media_type';
  // tRPC resolves the target as a relative address: two slashes would begin a host.
  if (req.url.startsWith('//') || !isDecodable(req.path)) return 'not_found';
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // the answer is exactly this
  }
}
