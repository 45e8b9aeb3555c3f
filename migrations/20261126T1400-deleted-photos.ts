import { type Kysely, sql } from 'kysely';

/**
 * Deleted photos wait for some days before their files go. `snapshot` holds the rows that were deleted, by table, as JSON, without
 * embeddings: a migration that changes embeddings has nothing to do here, one that renames or drops a column of these tables
 * changes the snapshots too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_photo (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      uploaded_by uuid references app_user (id) on delete set null,
      bytes bigint not null,
      sha256 bytea not null,
      original_key text not null,
      rendition_version integer not null,
      deleted_by uuid references app_user (id) on delete set null,
      deleted_at timestamptz not null,
      person_ids uuid[] not null,
      snapshot jsonb
    )`.execute(db);
  await sql`create index deleted_photo_gallery on deleted_photo (gallery_id, deleted_at)`.execute(db);
  await sql`create index deleted_photo_deleted_at on deleted_photo (deleted_at)`.execute(db);
  await sql`create index deleted_photo_uploaded_by on deleted_photo (uploaded_by)`.execute(db);
  await sql`create index deleted_photo_deleted_by on deleted_photo (deleted_by)`.execute(db);
  await sql`create index deleted_photo_person_ids on deleted_photo using gin (person_ids)`.execute(db);
  // The same sums as of photos, so that deleting a photo changes no quota.
  await sql`create trigger deleted_photo_storage_after_insert after insert on deleted_photo
    referencing new table as added for each statement execute function keep_storage_totals()`.execute(db);
  await sql`create trigger deleted_photo_storage_after_delete after delete on deleted_photo
    referencing old table as removed for each statement execute function keep_storage_totals()`.execute(db);
  await sql`create trigger deleted_photo_storage_after_update after update on deleted_photo
    referencing old table as removed new table as added
    for each statement execute function keep_storage_totals()`.execute(db);
  await sql`alter table instance_setting add column bin_days smallint not null default 30
    constraint instance_setting_bin_days_range check (bin_days between 0 and 365)`.execute(db);
}
