import type { Kysely, Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/**
 * Refuses what would take over an account by a session that was left open, unless the password was given in it a short time ago.
 * @param sessions `of the page`: other clients, which the specification tells of no such refusal, are not asked
 * @throws AppError reauthentication_required
 */
export async function requireRecentPassword(
  { clock, viewer }: Needs<'clock'> & { viewer: SignedIn },
  db: Kysely<DB> | Transaction<DB>,
  sessions: 'all' | 'of the page',
): Promise<void> {
  const session = await db
    .selectFrom('session')
    .select(['created_at', 'authenticated_at'])
    .where('id', '=', viewer.sessionId)
    .executeTakeFirst();
  const given = session?.authenticated_at ?? (sessions === 'all' ? session?.created_at : undefined);
  if (given && clock.now().getTime() - given.getTime() > lifetimes.recentPasswordMs)
    throw new AppError('reauthentication_required');
}
