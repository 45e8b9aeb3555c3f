import { type Kysely, sql } from 'kysely';

/** The same file in several galleries: found by its checksum, and photos of which somebody said that they are shown nevertheless. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo add column is_shown_by_hand boolean not null default false`.execute(db);
  await sql`create index photo_same_file on photo (sha256)`.execute(db);
  await sql`create index photo_same_sent_file on photo (sent_sha256) where sent_sha256 is not null`.execute(
    db,
  );
}
