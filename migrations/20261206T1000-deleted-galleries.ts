import { type Kysely, sql } from 'kysely';

/**
 * Deleted galleries wait for some days, as deleted photos do. All of them are in `stored_gallery`; `gallery` is a view of those that
 * are not deleted, so that no query can show one. A migration that adds a column to `stored_gallery` makes the view anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gallery rename to stored_gallery`.execute(db);
  await sql`alter table stored_gallery add column deleted_at timestamptz,
    add column deleted_by uuid references app_user (id) on delete set null`.execute(db);
  await sql`create index gallery_deleted_at on stored_gallery (deleted_at) where deleted_at is not null`.execute(
    db,
  );
  await sql`create index gallery_deleted_by on stored_gallery (deleted_by) where deleted_by is not null`.execute(
    db,
  );
  await sql`create view gallery as
    select id, name, event_id, photographer_id, visibility, cover_photo_id, clustering_stamp, created_by, created_at, updated_at,
      announced_at, kept_until, expiry_notice, expiry_notice_on, people_settled_at
    from stored_gallery where deleted_at is null`.execute(db);
  // Roles that end with a club end in deleted galleries too.
  await sql`do $$
    declare definition text;
    begin
      for definition in select pg_get_functiondef(p.oid) from pg_proc p
        where p.pronamespace = current_schema()::regnamespace
          and p.proname in ('end_belonging', 'take_back_end', 'keep_ends', 'keep_ends_of_row') loop
        execute replace(regexp_replace(definition, '\mgallery g\M', 'stored_gallery g', 'g'),
          'tg_table_name = ''gallery''', 'tg_table_name = ''stored_gallery''');
      end loop;
    end $$`.execute(db);
}
