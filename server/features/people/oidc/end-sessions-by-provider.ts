import { errors, type JWTPayload } from 'jose';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import { withdrawKeysOf } from '#server/features/accounts/api-keys/api-keys.repository.ts';
import { spendChallenge } from '#server/features/accounts/auth/answered-challenges.repository.ts';
import { hashToken } from '#server/ids.ts';
import { findIdentity, revokeSessionsOfIdentity } from './external-identities.repository.ts';
import { getProvider, reasonOf } from './provider.ts';

type Dependencies = Needs<'provider' | 'db' | 'clock' | 'bus' | 'log'>;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Older logout tokens may have been kept by somebody. */
const OLDEST_MS = 5 * minuteMs;
/** Clocks differ. In seconds. */
const TOLERANCE = 30;

/**
 * Ends sessions that the provider opened (OpenID Connect Back-Channel Logout 1.0): that of its session `sid`, else all of the
 * subject, and then the keys for programs too. Sessions opened in other ways stay.
 * @throws AppError oidc_logout_refused, oidc_away
 */
export async function endSessionsByProvider(ctx: Dependencies, token: string): Promise<void> {
  const { issuer } = getProvider(ctx);
  const { jti, sub, sid } = await readLogoutToken(ctx, token);
  const now = ctx.clock.now();
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const expiresAt = new Date(now.getTime() + 2 * OLDEST_MS);
    if (!(await spendChallenge(trx, { id: idOf(`${issuer} ${jti}`), expiresAt })))
      throw new AppError('oidc_logout_refused');
    const owner =
      sid === undefined && sub !== undefined && (await findIdentity(trx, { issuer, subject: sub }));
    if (owner) await withdrawKeysOf(trx, owner.user_id);
    return revokeSessionsOfIdentity(trx, { issuer, subject: sub, sid }, now);
  });
  for (const userId of ended) ctx.bus.publish({ topic: `user:${userId}`, kind: 'session' });
}

async function readLogoutToken(ctx: Dependencies, token: string) {
  const provider = getProvider(ctx);
  const { issuer } = (await provider.client()).serverMetadata();
  const keys = await provider.keys();
  const { jwtVerify } = await import('jose');
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: provider.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['iat', 'jti'],
      maxTokenAge: OLDEST_MS / 1_000,
      clockTolerance: TOLERANCE,
      currentDate: ctx.clock.now(),
    });
    const { jti, sub } = payload;
    const sid = typeof payload.sid === 'string' ? payload.sid : undefined;
    // A token of another kind that the same provider has signed, such as an ID token, ends nothing.
    if (!/^(logout\+)?jwt$/i.test(protectedHeader.typ ?? 'jwt') || !isLogout(payload) || !jti)
      throw new AppError('oidc_logout_refused');
    if (sub === undefined && sid === undefined) throw new AppError('oidc_logout_refused');
    return { jti, sub, sid };
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || isUnreachable(error)) throw new AppError('oidc_away');
    ctx.log.info({ reason: reasonOf(error) }, 'a logout token of the OpenID provider was refused');
    throw new AppError('oidc_logout_refused');
  }
}

function isLogout({ events, nonce, sid }: JWTPayload): boolean {
  if (typeof events !== 'object' || events === null || Array.isArray(events)) return false;
  const event = (events as Record<string, unknown>)[EVENT];
  const isEvent = typeof event === 'object' && event !== null && !Array.isArray(event);
  return isEvent && nonce === undefined && (sid === undefined || (typeof sid === 'string' && sid !== ''));
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');

/** The id of a text of somebody else's, as a UUID (RFC 9562, version 8). */
function idOf(text: string): string {
  const bytes = hashToken(text).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
