import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { resetPasswordInput, Session, User } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import { requireSuperuserForAccount } from '#server/features/accounts/users/protect-superusers.ts';
import { queueChangeNotice } from '#server/features/accounts/users/queue-change-notice.ts';
import { requireStrongPassword } from '#server/features/accounts/users/weak-passwords.ts';
import { type Actor, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { publishChange } from './change-second-factor.ts';
import {
  insertOneTimeToken,
  requireOneTimeToken,
  revokeOneTimeTokensOf,
  spendOneTimeToken,
} from './one-time-tokens.repository.ts';
import { openSession, type SessionDependencies } from './open-session.ts';
import { removeFactorsLater } from './remove-factors-later.ts';
import { requireRecentPassword } from './require-recent-password.ts';
import { resetPasswordPath } from './reset-password-path.ts';
import { revokeSessionsOf } from './sessions.repository.ts';

/** Makes a token that sets the user's password, and writes it into the activity log. */
export async function insertResetToken(
  trx: Transaction<DB>,
  actor: Actor,
  user: { id: string; username: string },
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  await recordAudit(trx, actor, {
    action: 'user.reset_link',
    target: { kind: 'user', id: user.id, name: user.username },
  });
  return insertOneTimeToken(trx, { purpose: 'reset_password', userId: user.id, createdBy: actor.id }, now);
}

/**
 * Makes a link that sets a new password without the old one. The old password works until the link is used.
 * Only a superuser makes one for a superuser.
 * @param removesFactors passkeys and codes are removed too, a day later; of others' accounts only, and the password is asked again
 */
export async function createResetLink(
  ctx: Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'tokens'> & { viewer: SignedIn; origin: string },
  user: User,
  removesFactors: boolean,
): Promise<{ url: string; expires_at: string }> {
  requireSuperuserForAccount(ctx.viewer, user);
  if (!user.is_active) throw new AppError('account_inactive');
  if (removesFactors && user.id === ctx.viewer.id) throw new AppError('own_account');
  if (removesFactors) await requireRecentPassword(ctx, ctx.db, 'all');
  const { token, expiresAt } = await ctx.db.transaction().execute(async (trx) => {
    if (removesFactors) await removeFactorsLater(ctx, trx, user);
    return insertResetToken(trx, ctx.viewer, user, ctx.clock.now());
  });
  if (removesFactors) publishChange(ctx, user.id);
  return { url: ctx.origin + resetPasswordPath(token), expires_at: expiresAt.toISOString() };
}

/** Spends the token, sets the password, ends every session and every other link of the account, and signs it in. */
export async function resetPassword(
  ctx: SessionDependencies & Needs<'passwords' | 'bus' | 'jobs' | 'mail'>,
  input: z.output<typeof resetPasswordInput>,
): Promise<Session> {
  const now = ctx.clock.now();
  const owner = await requireOneTimeToken(ctx.db, 'reset_password', input.token, now);
  const { user_id, is_active } = owner;
  if (!is_active) throw new AppError('account_inactive');
  requireStrongPassword(input.new_password, owner.username, 'new_password');
  const password_hash = await ctx.passwords.hash(input.new_password);
  await ctx.db.transaction().execute(async (trx) => {
    const { token_hash, token_email, email } = await requireOneTimeToken(
      trx,
      'reset_password',
      input.token,
      now,
    );
    // A link that came by mail has proved the address.
    const proved = token_email === email ? { email_verified_at: now, email_bounced_at: null } : {};
    if (!(await spendOneTimeToken(trx, token_hash, now))) throw new AppError('token_used');
    await trx
      .updateTable('app_user')
      .set({ password_hash, must_change_password: false, updated_at: now, ...proved })
      .where('id', '=', user_id)
      .execute();
    await revokeOneTimeTokensOf(trx, user_id, now);
    await revokeSessionsOf(trx, user_id, now);
    await queueChangeNotice(ctx, trx, 'password_changed', user_id);
  });
  ctx.bus.publish({ topic: `user:${user_id}`, kind: 'session' });
  return openSession(ctx, user_id, password_hash);
}
