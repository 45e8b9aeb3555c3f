import { type Kysely, sql } from 'kysely';

/**
 * The version of a photo before it was replaced waits among the deleted photos: `version_of` names the photo. What is replaced is not
 * shown outside until its faces are grouped. Numbers of renditions are taken before files are written, as two may write at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deleted_photo add column version_of uuid`.execute(db);
  await sql`create unique index deleted_photo_version_of on deleted_photo (version_of) where version_of is not null`.execute(
    db,
  );
  await sql`alter table photo add column awaits_grouping boolean not null default false,
    add column last_version integer not null default 1, add column replaced_at timestamptz`.execute(db);
  await sql`create index photo_awaits_grouping on photo (gallery_id) where awaits_grouping`.execute(db);
}
