import express, { type Request, type Response, type Router } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { endSessionsByProvider } from '#server/features/people/oidc/end-sessions-by-provider.ts';
import { receiveFromProvider } from '#server/features/people/oidc/receive-from-provider.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';

/** The page that uses the answer. */
const PAGE = '/signed-in-elsewhere';

/** What an OpenID provider calls: the browser comes back by one, and the provider itself ends sessions by the other. */
export function oidcRoutes(context: (req: Request, res: Response) => Promise<RequestContext>): Router {
  const router = express.Router();
  router.use('/auth/oidc', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/auth/oidc/callback', async (req, res) => {
    const { searchParams } = new URL(req.originalUrl, 'http://here.invalid');
    await receiveFromProvider(await context(req, res), searchParams);
    res.redirect(303, PAGE);
  });
  router.post('/auth/oidc/backchannel-logout', async (req, res) => {
    const token: unknown = (req.body as Record<string, unknown> | undefined)?.logout_token;
    if (!req.is('application/x-www-form-urlencoded') || typeof token !== 'string')
      throw new AppError('oidc_logout_refused');
    await endSessionsByProvider(await context(req, res), token);
    res.status(200).end();
  });
  return router;
}
