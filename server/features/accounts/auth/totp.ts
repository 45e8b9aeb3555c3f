import { Secret, TOTP } from 'otpauth';

/** What every app knows (RFC 6238): other values are ignored by some. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the one of now: clocks of phones differ. */
const WINDOW = 1;

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** The step of 30 seconds whose code this is; null where it is the code of none that is accepted now. */
export function stepOfCode(secret: Buffer, token: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...parameters, secret: secretOf(secret), token, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: parameters.period, timestamp }) + delta;
}

/** What an app reads: the address in the QR code, and the secret to be typed. */
export function describeForApp(
  secret: Buffer,
  issuer: string,
  label: string,
): { url: string; secret: string } {
  const totp = new TOTP({ ...parameters, secret: secretOf(secret), issuer, label });
  return { url: totp.toString(), secret: totp.secret.base32 };
}
