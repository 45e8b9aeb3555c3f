import { type Kysely, sql } from 'kysely';

/** The most bytes that the originals of a club's events may take; null: as many as there is room for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club
    add column storage_quota bigint constraint club_storage_quota_positive check (storage_quota > 0)`.execute(
    db,
  );
}
