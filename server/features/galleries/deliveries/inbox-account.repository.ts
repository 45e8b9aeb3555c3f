import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { grantsOfAccount } from '#server/features/accounts/auth/role-grants.sql.ts';
import { accountKey, fullName } from '#server/features/accounts/users/users.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** The account for which the hot folder takes photos; undefined: there is none that is active. */
export async function findInboxAccount(db: Kysely<DB>, username: string): Promise<SignedIn | undefined> {
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'username', 'first_name', 'last_name', grantsOfAccount.as('grants')])
    .where('username_key', '=', accountKey(username))
    .where('is_active', '=', true)
    .executeTakeFirst();
  // No session has the id of an account.
  return found && { ...found, sessionId: found.id, fullName: fullName(found) };
}
