import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { loginInput, registerInput, Session } from '#server/contract/schemas/users.ts';
import { requireOpenRegistration } from '#server/features/installation-settings/installation-settings.repository.ts';
import { queueVerification } from '#server/features/users/email-address.ts';
import { insertUser } from '#server/features/users/save-user.ts';
import { accountKey, findAccountByLogin, findUser } from '#server/features/users/users.repository.ts';
import { requireStrongPassword } from '#server/features/users/weak-passwords.ts';
import {
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  markRefreshTokenSpent,
  revokeSession,
} from './sessions.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'passwords' | 'tokens' | 'rateLimits' | 'bus'>;

/** Signs in by username or e-mail address. The answer and its time do not tell whether the account exists. */
export async function signIn(
  ctx: Dependencies & { address: string },
  input: z.output<typeof loginInput>,
): Promise<Session> {
  const row = await findAccountByLogin(ctx.db, input.username);
  // Guesses are counted by account, not by what was typed: username and address would otherwise allow twice as many.
  const account = await ctx.rateLimits.limitWrongGuesses(
    'login',
    row?.id ?? accountKey(input.username),
    ctx.address,
    async () => {
      const right = await ctx.passwords.matches(row?.password_hash ?? null, input.password);
      return right && row ? row : null;
    },
  );
  if (!account) throw new AppError('login_failed');
  if (!account.is_active) throw new AppError('account_inactive');
  return openSession(ctx, account.id);
}

/** Creates a member's account and signs it in at once, where the settings let anybody register. */
export async function register(
  ctx: Dependencies & Needs<'jobs' | 'mail'> & { address: string },
  input: z.output<typeof registerInput>,
): Promise<Session> {
  await requireOpenRegistration(ctx.db);
  requireStrongPassword(input.password, input.username);
  await ctx.rateLimits.limitRequests('register', ctx.address);
  const passwordHash = await ctx.passwords.hash(input.password);
  const id = await ctx.db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { ...input, password_hash: passwordHash });
    await queueVerification(ctx, trx, userId);
    return userId;
  });
  return openSession(ctx, id);
}

/** Opens a session for an account that has just proved itself. */
export async function openSession(ctx: Dependencies, userId: string): Promise<Session> {
  const now = ctx.clock.now();
  const { sessionId, refreshToken } = await ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('app_user').set({ last_login: now }).where('id', '=', userId).execute();
    return insertSession(trx, userId, now);
  });
  return sessionAnswer(ctx, userId, sessionId, refreshToken);
}

/**
 * Spends a refresh token and hands out the next one (rotation, RFC 9700). A spent token that comes back later
 * than the grace for parallel tabs was stolen or copied: the whole family of tokens ends.
 */
export async function refreshSession(ctx: Dependencies, token: string): Promise<Session> {
  const now = ctx.clock.now();
  const next = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockRefreshToken(trx, token);
    if (!row || row.revoked_at || row.expires_at <= now || !row.is_active) return null;
    if (row.spent_at && now.getTime() - row.spent_at.getTime() > lifetimes.refreshTokenReuseGraceMs) {
      await revokeSession(trx, row.session_id, now);
      return null;
    }
    if (!row.spent_at)
      await markRefreshTokenSpent(trx, token, { id: row.session_id, created_at: row.created_at }, now);
    return { ...row, refreshToken: await insertRefreshToken(trx, row.session_id, now) };
  });
  if (!next) throw new AppError('refresh_token_invalid');
  return sessionAnswer(ctx, next.user_id, next.session_id, next.refreshToken);
}

async function sessionAnswer(
  ctx: Dependencies,
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
