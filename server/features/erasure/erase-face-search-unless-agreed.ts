import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { currentConsentOf } from '#server/features/consent/current-consent.sql.ts';
import { eraseFaceSearch } from '#server/features/erasure/erase-face-search.ts';

/** Erases what is kept to find these people, unless the consent to be found is in force. */
export async function eraseFaceSearchUnlessAgreed(
  trx: Transaction<DB>,
  clubPersonIds: readonly string[],
  today: string,
): Promise<void> {
  for (const id of new Set(clubPersonIds)) {
    const { rows } = await sql<{ find: string }>`
      select ${currentConsentOf(sql`${id}::uuid`, 'find', today)} as find`.execute(trx);
    if (rows[0]?.find !== 'yes') await eraseFaceSearch(trx, id);
  }
}
