import { type Kysely, sql } from 'kysely';

/** Photos on their way: what a client has said it will send. How much of it is here says the size of the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resumable_upload (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      uploaded_by uuid not null references app_user (id) on delete cascade,
      filename text not null,
      relative_path text,
      bytes bigint not null check (bytes > 0),
      created_at timestamptz not null,
      /* the photo it became; null while bytes are missing */
      photo_id uuid
    )`.execute(db);
  await sql`create index resumable_upload_gallery on resumable_upload (gallery_id)`.execute(db);
  await sql`create index resumable_upload_user on resumable_upload (uploaded_by)`.execute(db);
  await sql`create index resumable_upload_created on resumable_upload (created_at)`.execute(db);
}
