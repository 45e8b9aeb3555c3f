import { type Kysely, sql } from 'kysely';

/** The last day of a gallery, and what was told of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gallery
      /* the last day the gallery is there; null: it stays */
      add column kept_until date,
      /* how many days before it people were told last, and when */
      add column end_notice smallint,
      add column end_notice_on date,
      add constraint gallery_end_notice_dated check ((end_notice is null) = (end_notice_on is null))`.execute(
    db,
  );
  await sql`create index gallery_kept_until on gallery (kept_until) where kept_until is not null`.execute(db);
}
