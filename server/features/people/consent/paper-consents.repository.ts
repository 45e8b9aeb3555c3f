import { type Kysely, sql } from 'kysely';
import { type CurrentConsent, purposes } from '#server/contract/consent.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';

/** The paper that was written down last for each purpose, in the order of the purposes, and what would hold without it. */
export async function listPaperConsents(db: Kysely<DB>, clubPersonId: string, today: string) {
  const rows = await db
    .selectFrom('consent')
    .leftJoin('app_user', 'app_user.id', 'consent.said_by')
    .distinctOn('consent.purpose')
    .select([
      'consent.id',
      'consent.purpose',
      'consent.answer',
      'consent.note',
      'consent.said_at',
      'consent.valid_until',
      userNameOf('app_user').as('recorded_by'),
      sql<CurrentConsent>`case consent.purpose ${sql.join(
        purposes.map(
          (purpose) =>
            sql`when ${purpose} then ${currentConsentOf(sql.ref('consent.club_person_id'), purpose, today, sql.ref('consent.id'))}`,
        ),
        sql` `,
      )} end`.as('without'),
    ])
    .where('consent.club_person_id', '=', clubPersonId)
    .where('consent.said_as', '=', 'paper')
    .orderBy('consent.purpose')
    .orderBy('consent.said_at', 'desc')
    .orderBy('consent.id', 'desc')
    .execute();
  return rows.toSorted((a, b) => purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose));
}
