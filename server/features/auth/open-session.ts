import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import { findUser } from '#server/features/users/users.repository.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import { deviceOf } from './device-of.ts';
import { insertSession } from './sessions.repository.ts';

export type SessionDependencies = Needs<'db' | 'clock' | 'tokens'> &
  Pick<RequestContext, 'userAgent' | 'isPage'>;

/**
 * Opens a session for an account that has just proved itself. Whatever ends its sessions holds its row too: a session opened
 * before ends with the others, and afterwards none is opened, because the proof no longer holds.
 * @param passwordHash the hash with which the account proved itself
 * @throws AppError login_failed when the account is gone or has another password by now, account_inactive
 */
export async function openSession(
  ctx: SessionDependencies,
  userId: string,
  passwordHash: string,
): Promise<Session> {
  const now = ctx.clock.now();
  const { sessionId, refreshToken } = await ctx.db.transaction().execute(async (trx) => {
    const account = await trx
      .updateTable('app_user')
      .set({ last_login: now })
      .where('id', '=', userId)
      .where('password_hash', '=', passwordHash)
      .returning('is_active')
      .executeTakeFirst();
    if (!account) throw new AppError('login_failed');
    if (!account.is_active) throw new AppError('account_inactive');
    return insertSession(trx, userId, { ...deviceOf(ctx.userAgent), isPage: ctx.isPage }, now);
  });
  return sessionAnswer(ctx, userId, sessionId, refreshToken);
}

/** The answer that hands a session's tokens and its user to the client. */
export async function sessionAnswer(
  ctx: Needs<'db' | 'tokens'>,
  userId: string,
  sessionId: string,
  refreshToken: string,
): Promise<Session> {
  const user = await findUser(ctx.db, userId);
  if (!user) throw new AppError('login_failed');
  return {
    access_token: await ctx.tokens.signAccess({ userId, sessionId }),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: lifetimes.accessTokenMs / 1000,
    user,
  };
}
