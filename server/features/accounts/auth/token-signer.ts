import { createECDH, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt, jwtVerify, SignJWT } from 'jose';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { PushKeys } from '#server/contract/push-keys.ts';

const issuer = 'clublens';
const algorithms = ['HS256'];

type AccessClaims = { userId: string; sessionId: string };

export type ChallengePurpose = 'passkey-sign-in' | 'passkey-confirm' | 'passkey-add' | 'code-sign-in';
export type Challenge = { id: string; subject: string; expiresAt: Date };
type SealedKind =
  | 'provider-asked'
  | 'provider-answered'
  | 'provider-id-token'
  | 'provider-refresh-token'
  | 'push-address';

export interface TokenSigner {
  signAccess(claims: AccessClaims): Promise<string>;
  readAccess(token: string): Promise<(AccessClaims & { expiresAt: Date }) | 'expired' | 'invalid'>;
  /** Proof that a share link was opened; `fingerprint` changes with the link's password. */
  signUnlock(linkId: string, fingerprint: string): Promise<string>;
  /** Asks somebody to prove something within a time. `subject`: who is asked; `purpose`: for what. */
  signChallenge(purpose: ChallengePurpose, subject: string, now: Date): Promise<string>;
  /** Null: not asked, asked for something else, or too long ago. */
  readChallenge(purpose: ChallengePurpose, token: string, now: Date): Promise<Challenge | null>;
  /** Encrypts what a browser or the database keeps for the server; nobody else reads or makes such a text. */
  seal(kind: SealedKind, payload: object, lastsMs: number, now: Date): Promise<string>;
  /** Null: none, of another kind, or too old. The id is another one for each. */
  unseal<T extends object>(
    kind: SealedKind,
    sealed: string | undefined,
    now: Date,
  ): Promise<{ payload: T; id: string; expiresAt: Date } | null>;
  /** The right to end mails of one scope, for the links in them; it gives no other right and does not expire. */
  signUnsubscribe(userId: string, scope: string): string;
  readUnsubscribe(token: string): { userId: string; scope: string } | null;
  /**
   * The right to accept an invitation. Always the same for the same arguments, so that it can be printed again although
   * the database holds only its hash. `mailed` is the one that proves the address it was mailed to.
   */
  signInvitation(invitationId: string, version: number, channel: 'shared' | 'mailed'): string;
  readUnlock(token: string): Promise<{ linkId: string; fingerprint: string } | null>;
  /**
   * The right to read a calendar feed. Always the same for the same id, so that it can be shown again although the
   * database holds its hash alone.
   */
  signCalendarFeed(feedId: string): string;
  /** The right to stop a removal of factors, for the link in its mail; the database holds its hash alone. */
  signStopRemoval(removalId: string): string;
  /**
   * The secret that an authenticator app makes codes of: 160 bits. Always the same for the same id, so that the database, and
   * backups without the secret of the server, hold nothing to make codes of.
   */
  secondFactorSecret(factorId: string): Buffer;
  /** The key of the hashes of pictures that were hidden, left out or declined, and of names that were erased from files. */
  readonly pictureKey: Buffer;
  /** The key of the hashes of addresses from which visitors asked to hide photos. */
  readonly askerKey: Buffer;
  /** What messages to phones are signed with. Made of the secret of the server, and stored nowhere. */
  readonly pushKeys: PushKeys;
}

declare module '#server/app-context.ts' {
  interface AppContext {
    tokens: TokenSigner;
  }
}

/** JSON Web Tokens (RFC 7519), HS256 only; audience and `typ` keep the kinds apart. */
export function createTokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  const sealingKey = createHmac('sha256', secret).update('sealed').digest();
  const sign = (
    payload: Record<string, string>,
    subject: string,
    audience: string,
    lastsMs: number,
    now = new Date(),
  ) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: audience })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + lastsMs))
      .sign(key);
  const read = (token: string, audience: string, now?: Date) =>
    jwtVerify(token, key, {
      algorithms,
      issuer,
      audience,
      typ: audience,
      ...(now && { currentDate: now }),
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
    });

  return {
    signAccess: ({ userId, sessionId }) =>
      sign({ sid: sessionId }, userId, 'access', lifetimes.accessTokenMs),
    readAccess: async (token) => {
      try {
        const { payload } = await read(token, 'access');
        if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return 'invalid';
        return {
          userId: payload.sub,
          sessionId: payload.sid,
          expiresAt: new Date((payload.exp ?? 0) * 1_000),
        };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
    signChallenge: (purpose, subject, now) => sign({}, subject, purpose, lifetimes.challengeMs, now),
    readChallenge: async (purpose, token, now) => {
      try {
        const { sub = '', jti = '', exp = 0 } = (await read(token, purpose, now)).payload;
        return { id: jti, subject: sub, expiresAt: new Date(exp * 1_000) };
      } catch {
        return null;
      }
    },
    seal: (kind, payload, lastsMs, now) =>
      new EncryptJWT({ payload })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: kind })
        .setIssuer(issuer)
        .setAudience(kind)
        .setJti(randomUUID())
        .setExpirationTime(new Date(now.getTime() + lastsMs))
        .encrypt(sealingKey),
    unseal: async <T extends object>(kind: SealedKind, sealed: string | undefined, now: Date) => {
      if (sealed === undefined) return null;
      try {
        const { payload } = await jwtDecrypt(sealed, sealingKey, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          issuer,
          audience: kind,
          typ: kind,
          currentDate: now,
          requiredClaims: ['exp', 'jti', 'payload'],
        });
        const { jti = '', exp = 0 } = payload;
        return { payload: payload.payload as T, id: jti, expiresAt: new Date(exp * 1_000) };
      } catch {
        return null; // what the server cannot read counts as absent
      }
    },
    signUnsubscribe: (userId, scope) => `${scope}.${userId}.${unsubscribeMac(secret, userId, scope)}`,
    readUnsubscribe: (token) => {
      const [scope = '', userId = '', mac = ''] = token.split('.');
      const right = Buffer.from(unsubscribeMac(secret, userId, scope));
      const sent = Buffer.from(mac);
      return sent.length === right.length && timingSafeEqual(sent, right) ? { userId, scope } : null;
    },
    signInvitation: (invitationId, version, channel) =>
      typableText(mac128(secret, `invitation ${channel} ${invitationId} ${version}`)),
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
    signCalendarFeed: (feedId) =>
      createHmac('sha256', secret).update(`calendar feed ${feedId}`).digest('base64url'),
    signStopRemoval: (removalId) =>
      createHmac('sha256', secret).update(`stop removal ${removalId}`).digest('base64url'),
    secondFactorSecret: (factorId) =>
      createHmac('sha256', secret).update(`second factor ${factorId}`).digest().subarray(0, 20),
    pictureKey: createHmac('sha256', secret).update('blocked pictures').digest(),
    askerKey: createHmac('sha256', secret).update('takedown askers').digest(),
    pushKeys: derivePushKeys(secret),
  };
}

/** One number in four thousand million is no private key of P-256: then the next one is taken. */
function derivePushKeys(secret: string, turn = 0): PushKeys {
  const privateKey = createHmac('sha256', secret).update(`push keys ${turn}`).digest();
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey);
  } catch {
    return derivePushKeys(secret, turn + 1);
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

const unsubscribeMac = (secret: string, userId: string, scope: string): string =>
  mac128(secret, `unsubscribe ${userId} ${scope}`).toString('base64url');

/** 128 bits of an HMAC: short, because it stands in addresses that are mailed and printed. */
const mac128 = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest().subarray(0, 16);

/** 26 characters for 128 bits that people can type from paper: small letters and digits, without 0, 1, l and o. */
function typableText(bytes: Buffer): string {
  const replacements: Record<string, string> = { 0: 'w', 1: 'x', l: 'y', o: 'z' };
  const digits = BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(26, '0');
  return digits.replace(/[01lo]/g, (digit) => replacements[digit] ?? digit);
}
