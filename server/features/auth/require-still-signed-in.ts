import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { findLiveSession } from './sessions.repository.ts';

/**
 * The viewer as of now: a stream outlives the request that opened it, and rights may be withdrawn meanwhile.
 * Throws `session_expired` when the session has ended.
 */
export async function requireStillSignedIn(ctx: Needs<'db' | 'clock'>, viewer: SignedIn): Promise<SignedIn> {
  const live = await findLiveSession(ctx.db, viewer.sessionId, viewer.id, ctx.clock.now());
  if (!live) throw new AppError('session_expired');
  return { ...viewer, grants: live.grants };
}
