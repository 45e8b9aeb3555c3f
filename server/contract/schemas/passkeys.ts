import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { byId, nullableTimestamp, seen, text, timestamp } from './common.ts';

/*
 * What `@simplewebauthn/browser` takes and gives: the dictionaries of Web Authentication level 3 with bytes as base64url.
 */
const bytes = (max: number) =>
  z
    .string()
    .max(max, `Must be at most ${max} characters`)
    .regex(/^[\w-]+$/, 'Contains characters that are not allowed');

/** 1,023 bytes, the most that the standard allows. */
const credentialId = bytes(1_364);
const clientDataJSON = bytes(4_000);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
/** How a browser reaches an authenticator; others than today's may come. */
const transports = z.array(z.string().max(30)).max(10);

/** The answer of an authenticator to `passkeyRequest`. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(100).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A new passkey, the answer to `passkeyCreation`. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(20_000),
    transports: transports.optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** For `navigator.credentials.get`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).optional(),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** For `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

export const renamePasskeyInput = byId.extend({
  name: text({ required: 'Name is required', max: inputLimits.passkeyNameMax }),
  seen,
});

const passkey = z.object({
  id: z.string(),
  /** Browser and system that it was made with, until its owner chooses another one. */
  name: z.string(),
  /** The host that it is for; browsers offer it nowhere else. */
  rp_id: z.string(),
  is_for_this_address: z.boolean(),
  credential_id: z.string(),
  created_at: timestamp,
  last_used_at: nullableTimestamp,
});
export const passkeyList = z.object({
  passkeys: z.array(passkey),
  /** The account as authenticators know it; null: it never had a passkey. */
  user_handle: z.string().nullable(),
  /** The host that new passkeys are for; null: none are offered. */
  rp_id: z.string().nullable(),
});
export type PasskeyList = z.output<typeof passkeyList>;
