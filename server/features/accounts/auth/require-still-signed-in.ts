import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { findKey } from '#server/features/accounts/api-keys/api-keys.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isPast } from './second-factor-duty.ts';
import { findLiveSession } from './sessions.repository.ts';

/**
 * The viewer as of now: a stream outlives the request that opened it, and rights may be withdrawn meanwhile.
 * @throws AppError session_expired, api_key_invalid, second_factor_needed
 */
export async function requireStillSignedIn(
  ctx: Needs<'db' | 'clock' | 'relyingParty'>,
  viewer: SignedIn,
): Promise<SignedIn> {
  const now = ctx.clock.now();
  if (viewer.key) {
    const key = await findKey(ctx, viewer.key);
    if (!key || key.lastDay < ctx.clock.today()) throw new AppError('api_key_invalid');
    if (isPast(key.neededFrom, now)) throw new AppError('second_factor_needed');
    return key.viewer;
  }
  const live = await findLiveSession(ctx, ctx.db, viewer.sessionId, viewer.id, now);
  if (!live) throw new AppError('session_expired');
  if (isPast(live.second_factor_needed_from, now)) throw new AppError('second_factor_needed');
  return { ...viewer, grants: live.grants };
}
