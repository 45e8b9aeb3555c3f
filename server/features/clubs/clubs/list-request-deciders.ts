import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { listActiveClubAdminIds } from './members.repository.ts';

/** The users who answer a club's requests: its administrators, or the global ones if it has none. */
export async function listRequestDeciders(db: Kysely<DB>, clubId: string): Promise<string[]> {
  const admins = await listActiveClubAdminIds(db, clubId);
  return admins.length > 0 ? admins : listActiveAdminIds(db);
}
