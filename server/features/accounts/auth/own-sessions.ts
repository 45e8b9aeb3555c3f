import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { openSessions } from '#server/contract/schemas/users.ts';
import { withdrawKeysOf } from '#server/features/accounts/api-keys/api-keys.repository.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { requireRecentPassword } from './require-recent-password.ts';
import { listOpenSessions, revokeSessionOf, revokeSessionsOf } from './sessions.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn };

/** Where the viewer is signed in, last used first. */
export async function listOwnSessions({
  db,
  clock,
  viewer,
}: Dependencies): Promise<z.output<typeof openSessions>> {
  const open = await listOpenSessions(db, viewer.id, clock.now());
  return {
    sessions: open.map(({ created_at, last_used_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      is_current: session.id === viewer.sessionId,
    })),
  };
}

/** Ends one session of the viewer, at once. @throws AppError session_not_found, also for one of somebody else */
export async function endOwnSession({ db, clock, bus, viewer }: Dependencies, id: string): Promise<void> {
  const sessionId = requireId(id, 'session_not_found');
  await requireRecentPassword({ clock, viewer }, db, 'all');
  if (!(await revokeSessionOf(db, { sessionId, userId: viewer.id }, clock.now())))
    throw new AppError('session_not_found');
  bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
}

/** Ends all sessions of the viewer but the one in use, and the keys for programs. */
export async function endOtherSessions({ db, clock, bus, viewer }: Dependencies): Promise<void> {
  await requireRecentPassword({ clock, viewer }, db, 'all');
  await db.transaction().execute(async (trx) => {
    await withdrawKeysOf(trx, viewer.id);
    await revokeSessionsOf(trx, viewer.id, clock.now(), viewer.sessionId);
  });
  bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
}
