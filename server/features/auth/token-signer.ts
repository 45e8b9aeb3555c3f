import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { lifetimes } from '#server/contract/lifetimes.ts';

const issuer = 'clublens';
const algorithms = ['HS256'];

export type AccessClaims = { userId: string; sessionId: string };
export type TokenProblem = 'missing' | 'expired' | 'invalid';

export interface TokenSigner {
  signAccess(claims: AccessClaims): Promise<string>;
  readAccess(token: string): Promise<AccessClaims | TokenProblem>;
  /** Proof that a share link was opened; `fingerprint` changes with the link's password. */
  signUnlock(linkId: string, fingerprint: string): Promise<string>;
  /** The right to end mails of one scope, for the links in them; it gives no other right and does not expire. */
  signUnsubscribe(userId: string, scope: string): string;
  readUnsubscribe(token: string): { userId: string; scope: string } | null;
  readUnlock(token: string): Promise<{ linkId: string; fingerprint: string } | null>;
}

/** JSON Web Tokens (RFC 7519), HS256 only; audience and `typ` keep the two kinds apart. */
export function createTokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  const sign = (payload: Record<string, string>, subject: string, audience: string, lastsMs: number) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: audience })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${lastsMs / 1000}s`)
      .sign(key);
  const read = (token: string, audience: string) =>
    jwtVerify(token, key, {
      algorithms,
      issuer,
      audience,
      typ: audience,
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
    });

  return {
    signAccess: ({ userId, sessionId }) =>
      sign({ sid: sessionId }, userId, 'access', lifetimes.accessTokenMs),
    readAccess: async (token) => {
      try {
        const { payload } = await read(token, 'access');
        if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return 'invalid';
        return { userId: payload.sub, sessionId: payload.sid };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
    signUnsubscribe: (userId, scope) => `${scope}.${userId}.${unsubscribeMac(secret, userId, scope)}`,
    readUnsubscribe: (token) => {
      const [scope = '', userId = '', mac = ''] = token.split('.');
      const right = Buffer.from(unsubscribeMac(secret, userId, scope));
      const sent = Buffer.from(mac);
      return sent.length === right.length && timingSafeEqual(sent, right) ? { userId, scope } : null;
    },
    signUnlock: (linkId, fingerprint) =>
      sign({ fp: fingerprint }, linkId, 'unlock', lifetimes.shareLinkUnlockMs),
    readUnlock: async (token) => {
      try {
        const { payload } = await read(token, 'unlock');
        return typeof payload.sub === 'string' && typeof payload.fp === 'string'
          ? { linkId: payload.sub, fingerprint: payload.fp }
          : null;
      } catch {
        return null; // Any unreadable proof counts as none; the password is asked for again.
      }
    },
  };
}

/** Short, because it stands in addresses of mails; 128 bits of an HMAC. */
function unsubscribeMac(secret: string, userId: string, scope: string): string {
  const mac = createHmac('sha256', secret).update(`unsubscribe ${userId} ${scope}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}

/** 256 bits from the system's generator, for refresh tokens and share links. */
export const randomToken = (): string => randomBytes(32).toString('base64url');
/** Tokens are stored as SHA-256: they are random, so no slow hash is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
