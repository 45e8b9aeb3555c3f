import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { isSuperuserAccount } from '#server/features/accounts/users/users.repository.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import { deviceOf } from './device-of.ts';
import { findOwnUser } from './load-own-user.ts';
import { requireSecondFactor, type SecondFactorProof, spendSecondFactor } from './prove-second-factor.ts';
import { rememberDevice } from './remember-device.ts';
import { removeFactorsWhenDue } from './remove-factors-later.ts';
import { insertSession, type ProviderSession } from './sessions.repository.ts';
import { stopFactorRemoval } from './stop-factor-removal.ts';

export type SessionDependencies = Needs<
  'db' | 'clock' | 'tokens' | 'bus' | 'jobs' | 'mail' | 'relyingParty' | 'provider'
> &
  Pick<RequestContext, 'userAgent' | 'isPage' | 'clientAddress'>;

/** Spends a proof, and throws where it no longer holds. */
type Spend = (trx: Transaction<DB>) => Promise<void>;
/** An OpenID provider has named the account. */
type ProviderProof = { spend: Spend; session: ProviderSession };
/** With what an account proved itself: the hash of its password, a passkey, which counts as both factors, or a provider. */
type Proof = string | Spend | ProviderProof;

/**
 * Opens a session for an account that has just proved itself. Whatever ends its sessions holds its row too: a session opened
 * before ends with the others, and afterwards none is opened, because the proof no longer holds. A device of a new kind is told to
 * the owner.
 * @param secondFactor where the account has one, which is asked for here and nowhere else
 * @throws AppError login_failed when the account is gone or has another password by now, account_inactive, oidc_only, second_factor_required, passkey_required
 */
export async function openSession(
  ctx: SessionDependencies,
  userId: string,
  proof: Proof,
  secondFactor?: SecondFactorProof,
): Promise<Session> {
  const isPassword = typeof proof === 'string';
  const byProvider = typeof proof === 'object' ? proof : undefined;
  const isOneFactor = isPassword || byProvider?.session.second_factor_at_provider === false;
  if (isOneFactor && !secondFactor) {
    await removeFactorsWhenDue(ctx, userId);
    await requireSecondFactor(ctx, userId);
  }
  const now = ctx.clock.now();
  const device = deviceOf(ctx.userAgent);
  const { sessionId, refreshToken, told } = await ctx.db.transaction().execute(async (trx) => {
    const account = await trx
      .updateTable('app_user')
      .set({ last_login: now })
      .where('id', '=', userId)
      .returning(['id', 'username', 'password_hash', 'is_active', 'known_devices'])
      .executeTakeFirst();
    if (!account || (isPassword && account.password_hash !== proof)) throw new AppError('login_failed');
    if (!account.is_active) throw new AppError('account_inactive');
    if (ctx.provider?.isOnly && !byProvider && !(await isSuperuserAccount(trx, userId)))
      throw new AppError('oidc_only');
    if (!isPassword) await (byProvider?.spend ?? (proof as Spend))(trx);
    const usedRecoveryCode = isOneFactor && (await spendSecondFactor(ctx, trx, account, secondFactor, now));
    // A passkey or a code was given: what an administrator thinks lost is not.
    if (isOneFactor ? secondFactor : !byProvider) await stopFactorRemoval(ctx, trx, account);
    const isNew = await rememberDevice(ctx, trx, account, device);
    const session = await insertSession(
      trx,
      userId,
      { ...device, ...byProvider?.session, isPage: ctx.isPage },
      now,
    );
    return { ...session, told: isNew || usedRecoveryCode };
  });
  if (told) publishNotifications(ctx.bus, [userId]);
  return sessionAnswer(ctx, userId, sessionId, refreshToken);
}

/** The answer that hands a session's tokens and its user to the client. */
export async function sessionAnswer(
  ctx: Needs<'db' | 'clock' | 'tokens' | 'relyingParty'>,
  userId: string,
  sessionId: string,
  refreshToken: string,
): Promise<Session> {
  const user = await findOwnUser(ctx, { id: userId, sessionId });
  if (!user) throw new AppError('login_failed');
  return {
    access_token: await ctx.tokens.signAccess({ userId, sessionId }),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: lifetimes.accessTokenMs / 1000,
    user,
  };
}
