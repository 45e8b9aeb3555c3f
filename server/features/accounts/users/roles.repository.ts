import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Grant = { user_id: string; role_name: DB['role_assignment']['role_name']; club_id: string | null };

/** Gives a role; false where the user has it already. */
export async function saveGrant(
  trx: Transaction<DB>,
  grant: Grant & { created_by: string | null },
): Promise<boolean> {
  const result = await trx
    .insertInto('role_assignment')
    .values({ id: newId(), ...grant })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a role; false where the user did not have it. */
export async function removeGrant(trx: Transaction<DB>, grant: Grant): Promise<boolean> {
  const result = await trx
    .deleteFrom('role_assignment')
    .where('user_id', '=', grant.user_id)
    .where('role_name', '=', grant.role_name)
    .where('club_id', grant.club_id === null ? 'is' : '=', grant.club_id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function listGrants(db: Executor, userId: string) {
  return db
    .selectFrom('role_assignment')
    .leftJoin('club', 'club.id', 'role_assignment.club_id')
    .select([
      'role_assignment.user_id',
      'role_assignment.role_name',
      'role_assignment.club_id',
      'club.name as club_name',
    ])
    .where('role_assignment.user_id', '=', userId)
    .orderBy('role_assignment.created_at')
    .execute();
}
