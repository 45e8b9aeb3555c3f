import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** The active members of some clubs, each once. */
export async function listMemberIds(
  trx: Transaction<DB>,
  clubIds: readonly string[],
  exceptId: string,
): Promise<string[]> {
  if (clubIds.length === 0) return [];
  const rows = await trx
    .selectFrom('club_membership')
    .select('user_id')
    .distinct()
    .where('club_id', 'in', [...clubIds])
    .where('status', '=', 'approved')
    .where('user_id', '!=', exceptId)
    .where(sql<boolean>`exists (select 1 from app_user u where u.id = user_id and u.is_active)`)
    .execute();
  return rows.map((row) => row.user_id);
}
