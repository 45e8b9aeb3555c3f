import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { endFinding } from '#server/features/my-photos/references.repository.ts';
import { currentConsentOf } from './current-consent.sql.ts';

/**
 * Called in the transaction that ends the consent to be found: everything kept only to find this person is deleted here.
 * Called again for a person without consent, it finds nothing to delete.
 */
export async function onFindEnded(trx: Transaction<DB>, clubPersonId: string): Promise<void> {
  await endFinding(trx, clubPersonId);
}

/** Calls `onFindEnded` for those of the people whose consent to be found is not in force. */
export async function endFindUnlessAgreed(
  trx: Transaction<DB>,
  clubPersonIds: readonly string[],
  today: string,
): Promise<void> {
  for (const id of new Set(clubPersonIds)) {
    const { rows } = await sql<{ find: string }>`
      select ${currentConsentOf(sql`${id}::uuid`, 'find', today)} as find`.execute(trx);
    if (rows[0]?.find !== 'yes') await onFindEnded(trx, id);
  }
}
