import { type Kysely, sql } from 'kysely';

/**
 * A photo of a guest is kept without its metadata, so its bytes are not those that were sent. Their hash stays beside it,
 * by which the same file is known again when a member uploads it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: the photo is kept as it was sent, and sha256 tells it.
  await sql`alter table photo add column sent_sha256 bytea`.execute(db);
  await sql`create unique index photo_sent_sha256 on photo (gallery_id, sent_sha256)
    where sent_sha256 is not null`.execute(db);
}
