import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { listActiveAdminIds } from './users.repository.ts';

type Club = { id: string; name: string };

/** The clubs that an account administers and no other active account does. */
export async function listClubsOfOnlyAdmin(trx: Transaction<DB>, userId: string): Promise<Club[]> {
  const { rows } = await sql<Club>`
    select c.id, c.name from role_assignment held join club c on c.id = held.club_id
    where held.user_id = ${userId}::uuid and held.role_name = 'club_admin' and not exists (
      select 1 from role_assignment other join app_user u on u.id = other.user_id and u.is_active
      where other.club_id = c.id and other.role_name = 'club_admin' and other.user_id <> held.user_id)`.execute(
    trx,
  );
  return rows;
}

/**
 * Tells the global administrators that clubs have nobody who manages them any more; not the one who did it.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyClubsWithoutAdmin(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  clubs: readonly Club[],
  actorId: string,
): Promise<string[]> {
  if (clubs.length === 0) return [];
  const readers = (await listActiveAdminIds(trx)).filter((id) => id !== actorId);
  await notify(
    ctx,
    trx,
    readers,
    clubs.map((club) => ({
      kind: 'club_without_admin',
      params: { club: club.name },
      href: `/clubs/${club.id}/manage`,
    })),
  );
  return readers;
}
