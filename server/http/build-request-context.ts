import type { Request, Response } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { includesScope, type KeyScope } from '#server/contract/key-scopes.ts';
import { readSharePassword, sharePasswordHeader } from '#server/contract/share-password-header.ts';
import { isKey, requireKey } from '#server/features/accounts/api-keys/require-key.ts';
import { isPast } from '#server/features/accounts/auth/second-factor-duty.ts';
import { findSession } from '#server/features/accounts/auth/sessions.repository.ts';
import { fullName } from '#server/features/accounts/users/users.repository.ts';
import { rateLimitAddress } from '#server/features/platform/rate-limits/rate-limit-address.ts';
import { hashToken } from '#server/ids.ts';
import type { Recall } from '#server/remember-until-written.ts';
import type { RequestContext, SignedIn, TokenProblem, VisitorAddress } from '#server/trpc/request-context.ts';
import { requestOrigin } from './browser-host.ts';
import { isForwarded } from './is-forwarded.ts';
import { providerCookie } from './provider-cookie.ts';
import { isPage, readSessionCookie, sessionCookies } from './session-cookie.ts';
import { hasSharedAddress, isOfOwnNetwork } from './watch-forwarding.ts';

/**
 * The viewer of a request, and its address. Roles are read from the database on each request, never from the token.
 * @param keyScope what a key for programs needs for this; without it none is accepted
 * @throws AppError api_key_refused, api_key_needs_https, api_key_invalid
 */
export async function buildRequestContext(
  app: AppContext,
  req: Request,
  res: Response,
  keyScope?: KeyScope,
): Promise<RequestContext> {
  const [recall, recallPage] = [app.beginReading(), app.beginReadingPages()];
  const address = {
    clientAddress: rateLimitAddress(req.ip ?? 'unknown'),
    addressIsShared: hasSharedAddress(req),
  };
  const session = await readSession({ ...app, ...address, recall }, req, keyScope);
  const [viewer, needsSecondFactor] = typeof session === 'string' ? [null, false] : session;
  return {
    ...app,
    recall,
    recallPage,
    log: req.log ?? app.log,
    requestId: String(req.id),
    ...address,
    origin: requestOrigin(app, req),
    userAgent: req.get('user-agent'),
    isPage: isPage(req),
    viewer: needsSecondFactor ? null : viewer,
    setupViewer: needsSecondFactor ? viewer : null,
    tokenProblem: typeof session === 'string' ? session : null,
    sharePassword: sharePasswordOf(req),
    cookies: sessionCookies(req, res, app.publicUrl),
    providerCookie: providerCookie(req, res, app.publicUrl),
  };
}

/** Ends are compared with the time on each request: what is remembered may be older. */
async function readSession(
  app: AppContext & VisitorAddress & { recall: Recall },
  req: Request,
  keyScope: KeyScope | undefined,
): Promise<[viewer: SignedIn, needsSecondFactor: boolean] | TokenProblem> {
  const sent = bearerOf(req);
  const now = app.clock.now();
  if (isKey(sent)) {
    if (!keyScope) throw new AppError('api_key_refused');
    if (!isPrivateOrHttps(req, app.publicUrl)) throw new AppError('api_key_needs_https');
    const { viewer, neededFrom } = await requireKey(app, sent);
    if (!includesScope(viewer.key.scope, keyScope)) throw new AppError('api_key_refused');
    return [viewer, isPast(neededFrom, now)];
  }
  const token = sent ?? readSessionCookie(req);
  if (!token) return 'missing';
  const session = await app.recall(`session ${hashToken(token).toString('base64')}`, () =>
    sessionOf(app, token),
  );
  if (typeof session === 'string') return session;
  const isLive = session.tokenEnds.getTime() > Date.now() && session.ends > now;
  return isLive ? [session.viewer, isPast(session.neededFrom, now)] : 'expired';
}

/** The session of a valid token, whether it has expired or not. */
async function sessionOf(
  app: AppContext,
  token: string,
): Promise<{ viewer: SignedIn; ends: Date; tokenEnds: Date; neededFrom: Date | null } | TokenProblem> {
  const claims = await app.tokens.readAccess(token);
  if (typeof claims === 'string') return claims;
  const found = await findSession(app, app.db, claims.sessionId, claims.userId);
  if (!found) return 'expired';
  const { id, session_id: sessionId, username, grants, expires_at: ends } = found;
  return {
    viewer: { id, sessionId, username, fullName: fullName(found), grants },
    ends,
    tokenEnds: claims.expiresAt,
    neededFrom: found.second_factor_needed_from,
  };
}

/** Other clients send UTF-8 as it is, or Latin-1; Node reads the bytes of headers as Latin-1. */
function sharePasswordOf(req: Request): string | null {
  const header = req.get(sharePasswordHeader);
  if (!header) return null;
  const written = readSharePassword(header);
  if (written !== undefined) return written;
  const utf8 = Buffer.from(header, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? header : utf8;
}

/** A bearer token, or a key for programs as the password of basic authentication, by whatever user name. */
function bearerOf(req: Request): string | undefined {
  const [scheme, token] = (req.get('authorization') ?? '').split(' ');
  if (!token) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return token;
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(token, 'base64').toString('utf8')) ?? [];
  return isKey(password) ? password : undefined;
}

/**
 * Whether a key came over https, or from a local network. Behind a proxy that is not trusted everybody seems to be local. A proxy may
 * end TLS and not say so, but then PUBLIC_URL tells.
 */
function isPrivateOrHttps(req: Request, publicUrl: string | null): boolean {
  if (req.secure || (isOfOwnNetwork(req.ip) && !hasSharedAddress(req))) return true;
  if (!isForwarded(req)) return false;
  const [said] = (req.get('x-forwarded-proto') ?? '').toLowerCase().split(',');
  return said ? said === 'https' : publicUrl?.startsWith('https:') === true;
}
