import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { ProviderAnswer } from '#server/contract/schemas/oidc.ts';
import type { DB } from '#server/db/tables.ts';
import { spendChallenge } from '#server/features/accounts/auth/answered-challenges.repository.ts';
import type { Challenge } from '#server/features/accounts/auth/token-signer.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { isEmailTaken } from '#server/features/accounts/users/users.repository.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import { findIdentity } from './external-identities.repository.ts';
import { getProvider } from './provider.ts';
import type { Answered, Proved } from './receive-from-provider.ts';

export type AnswerDependencies = Needs<'provider' | 'tokens' | 'clock' | 'db'> &
  Pick<RequestContext, 'providerCookie'>;
/** What this browser brought back from the provider. `spendAnswer` uses it up. */
export type UsableAnswer = Omit<Answered, 'problem'> & {
  proved: Proved;
  challenge: Pick<Challenge, 'id' | 'expiresAt'>;
};

/** @throws AppError oidc_failed, oidc_cancelled, oidc_away */
export async function readAnswer(ctx: AnswerDependencies): Promise<UsableAnswer> {
  const { providerCookie, tokens, clock } = ctx;
  const { issuer } = getProvider(ctx);
  const opened = await tokens.unseal<Answered>('provider-answered', providerCookie.value, clock.now());
  if (!opened) throw new AppError('oidc_failed');
  const { payload, ...challenge } = opened;
  if (payload.problem !== null) throw new AppError(payload.problem);
  // The settings name another provider by now.
  if (payload.proved.issuer !== issuer) throw new AppError('oidc_failed');
  return { ...payload, challenge };
}

/** In the transaction of what the answer allows. @throws AppError oidc_failed where it was used before */
export async function spendAnswer(trx: Transaction<DB>, { challenge }: UsableAnswer): Promise<void> {
  if (!(await spendChallenge(trx, challenge))) throw new AppError('oidc_failed');
}

/** What the page is to do with the answer; for a new account, what its form may hold already. */
export async function describeAnswer(ctx: AnswerDependencies): Promise<ProviderAnswer> {
  const { purpose, from, proved } = await readAnswer(ctx);
  const person = { full_name: proved.name ?? '', username: proved.username ?? '' };
  const isKnown = purpose !== 'sign_in' || (await findIdentity(ctx.db, proved)) !== undefined;
  if (isKnown) return { purpose, from, is_new: false, ...person, email: '', is_email_confirmed: false };
  const { registration } = await getInstallationSettings(ctx.db);
  if (registration === 'closed') throw new AppError('oidc_account_missing');
  const { email = '', emailVerified } = proved;
  const isTaken = emailVerified && (await isEmailTaken(ctx.db, email, null));
  return {
    purpose,
    from,
    is_new: true,
    ...person,
    email: isTaken ? '' : email,
    is_email_confirmed: emailVerified && !isTaken && email !== '',
  };
}
