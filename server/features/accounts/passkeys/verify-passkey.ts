import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#server/contract/schemas/passkeys.ts';
import type { DB } from '#server/db/tables.ts';
import { spendChallenge } from '#server/features/accounts/auth/answered-challenges.repository.ts';
import type { Challenge, ChallengePurpose } from '#server/features/accounts/auth/token-signer.ts';
import type { VisitorAddress } from '#server/trpc/request-context.ts';
import { findPasskey, notePasskeyUse } from './passkeys.repository.ts';
import { getRelyingParty } from './relying-party.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens' | 'relyingParty' | 'rateLimits' | 'log'> & VisitorAddress;
/** For what a passkey is asked, and whom: a session, or anybody who opens the sign-in page. */
type Asked = { purpose: ChallengePurpose; subject: string };
type Described = { credential_id: string; transports: string[] };
export type VerifiedPasskey = {
  id: string;
  userId: string;
  counter: number;
  isBackedUp: boolean;
  challenge: Challenge;
};

/** What a browser is to hand to an authenticator; `allowed` may answer, else any passkey for this address. */
export async function askForPasskey(
  ctx: Needs<'clock' | 'tokens' | 'relyingParty'>,
  { purpose, subject }: Asked,
  allowed?: Described[],
): Promise<PasskeyRequest> {
  return {
    challenge: await newChallenge(ctx, { purpose, subject }),
    rpId: getRelyingParty(ctx).id,
    timeout: lifetimes.challengeMs,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(describePasskey) }),
  };
}

/** Signed instead of stored: whoever opens the sign-in page asks for one, and only answers leave a row. */
export const newChallenge = async (
  { clock, tokens }: Needs<'clock' | 'tokens'>,
  { purpose, subject }: Asked,
): Promise<string> =>
  Buffer.from(await tokens.signChallenge(purpose, subject, clock.now())).toString('base64url');

/** The challenge in an answer, if it was asked for this; `right` says so to the library, which decodes the answer. */
export function expectChallenge({ clock, tokens }: Needs<'clock' | 'tokens'>, { purpose, subject }: Asked) {
  let found: Challenge | null = null;
  return {
    right: async (encoded: string): Promise<boolean> => {
      const token = Buffer.from(encoded, 'base64url').toString();
      found = await tokens.readChallenge(purpose, token, clock.now());
      return found?.subject === subject;
    },
    challenge: (): Challenge => {
      if (!found) throw new Error('the challenge was not read');
      return found;
    },
  };
}

export const describePasskey = ({ credential_id, transports }: Described) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
});

/**
 * Checks the answer of an authenticator; wrong ones are counted as wrong passwords are. What it proves has still to be spent
 * (`spendPasskey`).
 * @throws AppError passkey_failed, whatever is wrong with it
 */
export async function verifyPasskey(
  ctx: Dependencies,
  asked: Asked,
  answer: PasskeyAnswer,
): Promise<VerifiedPasskey> {
  const party = getRelyingParty(ctx);
  const passkey = await findPasskey(ctx.db, answer.id, party.id);
  const verified = await ctx.rateLimits.limitWrongGuesses(
    'login',
    `passkey ${passkey?.user_id ?? answer.id.slice(0, 64)}`,
    ctx.clientAddress,
    async () => {
      if (!passkey || !namesOwner(asked, answer, passkey.passkey_handle)) return null;
      // Loaded when it is first needed: most installations start without.
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const expected = expectChallenge(ctx, asked);
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...answer, clientExtensionResults: {} },
          expectedChallenge: expected.right,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
          credential: {
            id: answer.id,
            publicKey: new Uint8Array(passkey.public_key),
            counter: passkey.counter,
          },
        });
        if (!verified) return null;
        return {
          id: passkey.id,
          userId: passkey.user_id,
          counter: authenticationInfo.newCounter,
          isBackedUp: authenticationInfo.credentialBackedUp,
          challenge: expected.challenge(),
        };
      } catch (error) {
        ctx.log.info({ reason: reasonOf(error) }, 'a passkey was refused');
        return null;
      }
    },
    ctx,
  );
  if (!verified) throw new AppError('passkey_failed');
  return verified;
}

/** Authenticators say whose passkey it is; they may leave it out where they were told which ones may answer. */
function namesOwner({ purpose }: Asked, { response }: PasskeyAnswer, handle: Buffer | null): boolean {
  if (response.userHandle === undefined) return purpose !== 'passkey-sign-in';
  return response.userHandle === handle?.toString('base64url');
}

/** What the library says is wrong; it may repeat what was sent. */
export const reasonOf = (error: unknown): string => String(error).slice(0, 300);

/**
 * Uses up what a passkey has proved, while its account's row is held.
 * @throws AppError passkey_failed when the challenge was answered before, or the passkey was removed or used meanwhile
 */
export async function spendPasskey(
  trx: Transaction<DB>,
  verified: VerifiedPasskey,
  now: Date,
): Promise<void> {
  const isFresh =
    (await spendChallenge(trx, verified.challenge)) && (await notePasskeyUse(trx, verified, now));
  if (!isFresh) throw new AppError('passkey_failed');
}
