import { lifetimes } from '#server/contract/lifetimes.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import { type SessionDependencies, sessionAnswer } from './open-session.ts';
import {
  insertRefreshToken,
  lockRefreshToken,
  revokeSession,
  spendRefreshToken,
} from './sessions.repository.ts';

/**
 * Spends a refresh token and hands out the next one (rotation, RFC 9700). A spent token that comes back later
 * than the grace for parallel tabs was stolen or copied: the whole family of tokens ends.
 * @returns null where the token is worth nothing
 */
export async function refreshSession(ctx: SessionDependencies, token: string): Promise<Session | null> {
  const now = ctx.clock.now();
  const next = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockRefreshToken(trx, token);
    if (!row || row.revoked_at || row.expires_at <= now || !row.is_active) return null;
    if (row.spent_at && now.getTime() - row.spent_at.getTime() > lifetimes.refreshTokenReuseGraceMs) {
      await revokeSession(trx, row.session_id, now);
      return null;
    }
    if (!row.spent_at)
      await spendRefreshToken(trx, token, { ...row, id: row.session_id, isPage: ctx.isPage }, now);
    return { ...row, refreshToken: await insertRefreshToken(trx, row.session_id, now) };
  });
  return next && sessionAnswer(ctx, next.user_id, next.session_id, next.refreshToken);
}
