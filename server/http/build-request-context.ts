import type { Request, Response } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { findLiveSession } from '#server/features/auth/sessions.repository.ts';
import type { TokenProblem } from '#server/features/auth/token-signer.ts';
import { rateLimitAddress } from '#server/features/rate-limits/rate-limit-address.ts';
import { fullName } from '#server/features/users/users.repository.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';

/** The viewer of a request, and its address. Roles are read from the database on each request, never from the token. */
export async function buildRequestContext(
  app: AppContext,
  req: Request,
  res: Response,
): Promise<RequestContext> {
  const session = await readSession(app, req);
  return {
    ...app,
    log: req.log ?? app.log,
    requestId: String(req.id),
    clientAddress: rateLimitAddress(req.ip ?? 'unknown'),
    origin: app.publicUrl ?? `${req.protocol}://${req.get('host') ?? 'localhost'}`,
    viewer: typeof session === 'string' ? null : session,
    tokenProblem: typeof session === 'string' ? session : null,
    sharePassword: req.get('x-share-password') || null,
    setSessionCookie: (token) => setSessionCookie(req, res, token),
  };
}

async function readSession(app: AppContext, req: Request): Promise<SignedIn | TokenProblem> {
  const token = bearerOf(req) ?? readSessionCookie(req);
  if (!token) return 'missing';
  const claims = await app.tokens.readAccess(token);
  if (typeof claims === 'string') return claims;
  const live = await findLiveSession(app.db, claims.sessionId, claims.userId, app.clock.now());
  if (!live) return 'expired';
  return {
    id: live.id,
    sessionId: live.session_id,
    username: live.username,
    fullName: fullName(live),
    grants: live.grants,
  };
}

function bearerOf(req: Request): string | undefined {
  const [scheme, token] = (req.get('authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}
