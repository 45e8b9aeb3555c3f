import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { findLiveSession } from './sessions.repository.ts';

/**
 * Lets no session of the viewer's account be opened meanwhile.
 * @throws AppError session_expired where this one was ended since the request began
 */
export async function holdViewer(
  ctx: Needs<'clock' | 'relyingParty'> & { viewer: SignedIn },
  trx: Transaction<DB>,
): Promise<void> {
  const { clock, viewer } = ctx;
  await holdAccounts(trx, viewer.id);
  if (!(await findLiveSession(ctx, trx, viewer.sessionId, viewer.id, clock.now())))
    throw new AppError('session_expired');
}
