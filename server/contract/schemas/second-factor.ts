import { z } from 'zod';
import { nullableTimestamp } from './common.ts';

/** Codes of an authenticator app, which sign-ins ask for after the password. */
export const secondFactorState = z.object({
  /** Null: sign-ins ask for the password alone. */
  since: nullableTimestamp,
  recovery_codes_left: z.number(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

export const secondFactorSetup = z.object({
  /** `otpauth:`, for the QR code. */
  url: z.string(),
  /** The secret to be typed: base32. */
  secret: z.string(),
});
export type SecondFactorSetup = z.output<typeof secondFactorSetup>;

export const secondFactorCodeInput = z.object({
  code: z.string().max(100),
});

/** Each is accepted once instead of a code. Told only now. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

/** What an administrator is told of an account. */
export const accountFactors = z.object({
  /** Codes or a passkey. */
  has_factors: z.boolean(),
  /** When they are removed, unless the owner stops it. Null: nobody has asked for it. */
  removed_at: nullableTimestamp,
  /** The owner has stopped it; until then it cannot be asked for again. */
  refused_until: nullableTimestamp,
});
export type AccountFactors = z.output<typeof accountFactors>;

/** Whose passkeys and codes stay. */
export const removalStopped = z.object({ username: z.string() });
