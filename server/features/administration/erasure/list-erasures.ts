import { type Kysely, sql } from 'kysely';
import type { ErasureReceipt, ErasureRequest } from '#server/contract/schemas/erasures.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';

type Page = { limit: number; offset: number };

/** What families ask a club for, and the receipts of what was erased. */
export async function listErasuresOfClub(db: Kysely<DB>, clubId: string, page: Page, today: string) {
  const { total } = await db
    .selectFrom('erasure')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('club_id', '=', clubId)
    .where('kind', '=', 'person')
    .executeTakeFirstOrThrow();
  const receipts = await listReceipts(db, clubId, page);
  return { requests: await listRequests(db, clubId, today), receipts, total };
}

async function listReceipts(db: Kysely<DB>, clubId: string, page: Page): Promise<ErasureReceipt[]> {
  const rows = await db
    .selectFrom('erasure')
    .leftJoin('app_user', 'app_user.id', 'erasure.erased_by')
    .select([
      'erasure.id',
      'erasure.erased_at',
      'erasure.counts',
      'erasure.files_cleaned_at',
      userNameOf('app_user').as('erased_by'),
    ])
    .where('erasure.club_id', '=', clubId)
    .where('erasure.kind', '=', 'person')
    .orderBy('erasure.erased_at', 'desc')
    .orderBy('erasure.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ erased_at, files_cleaned_at, ...row }) => ({
    ...row,
    erased_at: erased_at.toISOString(),
    files_cleaned: files_cleaned_at !== null,
  }));
}

async function listRequests(db: Kysely<DB>, clubId: string, today: string): Promise<ErasureRequest[]> {
  const rows = await db
    .selectFrom('erasure_request')
    .innerJoin('club_person', 'club_person.id', 'erasure_request.club_person_id')
    .leftJoin('app_user', 'app_user.id', 'erasure_request.asked_by')
    .select([
      'erasure_request.club_person_id',
      'erasure_request.asked_at',
      'erasure_request.hides_photos as hide_photos',
      nameToTellApart().as('name'),
      sql<boolean>`${currentConsentOf(sql.ref('club_person.id'), 'outside', today)} = 'no'`.as(
        'refuses_outside',
      ),
      userNameOf('app_user').as('asked_by'),
    ])
    .where('club_person.club_id', '=', clubId)
    .orderBy('erasure_request.asked_at')
    .orderBy('erasure_request.club_person_id')
    .execute();
  return rows.map(({ asked_at, ...row }) => ({ ...row, asked_at: asked_at.toISOString() }));
}
