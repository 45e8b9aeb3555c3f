import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { type Request, Router } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { appRouter } from '#server/app-router.ts';
import { AppError } from '#server/contract/app-error.ts';
import { batchSizeMax } from '#server/contract/batch-size.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import { buildRequestContext } from './build-request-context.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** The procedures over HTTP, as the client calls them: queries by GET, mutations by POST with a body of JSON. */
export function trpcHandler(ctx: AppContext): Router {
  const router = Router();
  router.use((req, res, next) => {
    const refusal = refusalOf(req);
    if (refusal === 'method_not_allowed') res.set('Allow', METHODS.join(', '));
    next(refusal && new AppError(refusal));
  });
  router.use(
    createExpressMiddleware({
      router: appRouter,
      maxBatchSize: batchSizeMax,
      createContext: ({ req, res }) => buildRequestContext(ctx, req, res),
      responseMeta: () => ({ headers: new Headers([['Cache-Control', 'no-store']]) }),
    }),
  );
  return router;
}

/** tRPC reads forms and byte streams too, which no procedure here takes, and fails over broken ones with a 500. */
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
