import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { changePasswordInput } from '#server/contract/schemas/users.ts';
import { revokeOneTimeTokensOf } from '#server/features/accounts/auth/one-time-tokens.repository.ts';
import { requireRecentPassword } from '#server/features/accounts/auth/require-recent-password.ts';
import { revokeSessionsOf } from '#server/features/accounts/auth/sessions.repository.ts';
import type { SignedIn, VisitorAddress } from '#server/trpc/request-context.ts';
import { queueChangeNotice } from './queue-change-notice.ts';
import { requireOwnPassword } from './require-own-password.ts';
import { requireStrongPassword } from './weak-passwords.ts';

type Dependencies = Needs<'db' | 'clock' | 'passwords' | 'rateLimits' | 'bus' | 'jobs' | 'mail'> & {
  viewer: SignedIn;
} & VisitorAddress;

/**
 * Gives the viewer's account its first password, where it came by an OpenID provider; their other sessions end.
 * @throws AppError current_password_incorrect where it has one, which is asked for instead
 */
export async function setPassword(ctx: Dependencies, new_password: string): Promise<void> {
  requireStrongPassword(new_password, ctx.viewer.username, 'new_password');
  await requireRecentPassword(ctx, ctx.db, 'all');
  await savePassword(ctx, null, await ctx.passwords.hash(new_password));
}

/** Changes the viewer's password and ends their other sessions. Guesses at the current one are limited. */
export async function changePassword(
  ctx: Dependencies,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const { viewer } = ctx;
  requireStrongPassword(input.new_password, viewer.username, 'new_password');
  const current = await requireOwnPassword(ctx, input.current_password);
  const password_hash = await ctx.passwords.hash(input.new_password);
  await savePassword(ctx, current, password_hash);
}

/** @param current the hash that was checked; null: there is none */
async function savePassword(ctx: Dependencies, current: string | null, password_hash: string): Promise<void> {
  const { viewer } = ctx;
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('app_user')
      .set({ password_hash, must_change_password: false, updated_at: now })
      .where('id', '=', viewer.id)
      .where('password_hash', 'is not distinct from', current)
      .executeTakeFirst();
    // Changed or reset by another request since it was checked.
    if (changed.numUpdatedRows === 0n) throw new AppError('current_password_incorrect');
    await revokeOneTimeTokensOf(trx, viewer.id, now);
    await revokeSessionsOf(trx, viewer.id, now, viewer.sessionId);
    await queueChangeNotice(ctx, trx, 'password_changed', viewer.id);
  });
  ctx.bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
}
