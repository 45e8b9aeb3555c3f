import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { hashToken } from '#server/ids.ts';
import type { RequestContext, VisitorAddress } from '#server/trpc/request-context.ts';
import { spendChallenge } from './answered-challenges.repository.ts';
import { readCode } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  findRecoveryCode,
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor.repository.ts';
import { needsPasskey } from './second-factor-duty.ts';
import { tellOwner } from './tell-owner.ts';
import type { Challenge } from './token-signer.ts';
import { stepOfCode } from './totp.ts';

/** A code that is right and not spent yet. `spendSecondFactor` spends it in the transaction that opens the session. */
export type SecondFactorProof = {
  factorId: string;
  challenge: Challenge;
  code: { step: number } | { proofHash: string };
};

type Asked = Needs<'db' | 'clock' | 'tokens' | 'relyingParty'> & Pick<RequestContext, 'clientAddress'>;

/** A challenge is good for one account and one network address. */
const subjectOf = (userId: string, address: string) => `${userId} ${address}`;

/**
 * Checks the code of an account that has given its password. Wrong ones are limited like passwords, apart from them.
 * @returns undefined where there is nothing to check: no second factor, or no code yet
 * @throws AppError second_factor_expired, second_factor_incorrect, second_factor_unreadable, too_many_attempts
 */
export async function proveSecondFactor(
  ctx: Asked & Needs<'passwords' | 'rateLimits'> & VisitorAddress,
  userId: string,
  given: { challenge?: string | undefined; code?: string | undefined },
): Promise<SecondFactorProof | undefined> {
  if (!given.challenge || !given.code) return undefined;
  const factor = await findSecondFactor(ctx.db, userId);
  if (!factor?.confirmed_at) return undefined;
  const now = ctx.clock.now();
  const challenge = await ctx.tokens.readChallenge('code-sign-in', given.challenge, now);
  if (challenge?.subject !== subjectOf(userId, ctx.clientAddress))
    throw new AppError('second_factor_expired');
  const typed = readCode(given.code);
  const check = async (): Promise<SecondFactorProof['code'] | null> => {
    if (!typed) return null;
    if ('hint' in typed) {
      const proofHash = await findRecoveryCode(ctx.db, userId, typed.hint);
      return (await ctx.passwords.matches(proofHash, typed.proof)) && proofHash ? { proofHash } : null;
    }
    const secret = ctx.tokens.secondFactorSecret(factor.id);
    if (!hashToken(secret).equals(factor.secret_hash)) throw new AppError('second_factor_unreadable');
    const step = stepOfCode(secret, typed.token, now);
    return step !== null && step > (factor.last_step ?? 0) ? { step } : null;
  };
  const target = `code of ${userId}`;
  const code = await ctx.rateLimits.limitWrongGuesses('login', target, ctx.clientAddress, check, ctx);
  if (!code) throw new AppError('second_factor_incorrect');
  return { factorId: factor.id, challenge, code };
}

/**
 * Where a second factor is due.
 * @throws AppError second_factor_required, with a new challenge; passkey_required where there are no codes
 */
export async function requireSecondFactor(ctx: Asked, userId: string): Promise<void> {
  if (!(await findSecondFactor(ctx.db, userId))?.confirmed_at) {
    if (await needsPasskey(ctx, userId)) throw new AppError('passkey_required');
    return;
  }
  const subject = subjectOf(userId, ctx.clientAddress);
  const challenge = await ctx.tokens.signChallenge('code-sign-in', subject, ctx.clock.now());
  throw new AppError('second_factor_required', { params: { challenge } });
}

/**
 * Spends the proof in the transaction that opens a session. The row of the account is locked, so that a factor that was set up,
 * replaced or spent since the check is seen.
 * @returns whether the owner was told: a recovery code was used
 * @throws AppError login_failed, second_factor_expired, second_factor_incorrect
 */
export async function spendSecondFactor(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  account: { id: string; username: string },
  proof: SecondFactorProof | undefined,
  now: Date,
): Promise<boolean> {
  const factor = await findSecondFactor(trx, account.id);
  if (!factor?.confirmed_at) return false;
  if (proof?.factorId !== factor.id) throw new AppError('login_failed');
  if (!(await spendChallenge(trx, proof.challenge))) throw new AppError('second_factor_expired');
  const { code } = proof;
  const isSpent =
    'step' in code
      ? await spendStep(trx, factor.id, code.step)
      : await spendRecoveryCode(trx, account.id, code.proofHash, now);
  if (!isSpent) throw new AppError('second_factor_incorrect');
  if ('step' in code) return false;
  const count = await countRecoveryCodes(trx, account.id);
  await tellOwner(ctx, trx, 'recovery_code_used', account, { count });
  return true;
}
