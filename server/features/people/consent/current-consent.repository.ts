import { type Kysely, sql, type Transaction } from 'kysely';
import type { CurrentConsent, Purpose } from '#server/contract/consent.ts';
import type { DB } from '#server/db/tables.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';

/** What holds for one person and one purpose now, computed by current-consent.sql.ts. */
export async function readCurrentConsent(
  db: Kysely<DB> | Transaction<DB>,
  personId: string,
  purpose: Purpose,
  today: string,
): Promise<CurrentConsent> {
  const { rows } = await sql<{ current: CurrentConsent }>`
    select ${currentConsentOf(sql`${personId}::uuid`, purpose, today)} as current`.execute(db);
  return rows[0]!.current;
}
