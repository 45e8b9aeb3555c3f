import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isPast } from './second-factor-duty.ts';
import { findLiveSession } from './sessions.repository.ts';

/**
 * The viewer as of now: a stream outlives the request that opened it, and rights may be withdrawn meanwhile.
 * @throws AppError session_expired, second_factor_needed
 */
export async function requireStillSignedIn(
  ctx: Needs<'db' | 'clock' | 'relyingParty'>,
  viewer: SignedIn,
): Promise<SignedIn> {
  const now = ctx.clock.now();
  const live = await findLiveSession(ctx, ctx.db, viewer.sessionId, viewer.id, now);
  if (!live) throw new AppError('session_expired');
  if (isPast(live.second_factor_needed_from, now)) throw new AppError('second_factor_needed');
  return { ...viewer, grants: live.grants };
}
