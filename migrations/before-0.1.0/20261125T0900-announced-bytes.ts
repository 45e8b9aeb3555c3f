import { type Kysely, sql } from 'kysely';

/** Room on the disk is kept for the bytes that an upload in parts announced and has not sent, while it is going on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table resumable_upload
    add column received bigint not null default 0,
    add column active_at timestamptz not null default now()`.execute(db);
  await sql`create index resumable_upload_active on resumable_upload (active_at) where photo_id is null`.execute(
    db,
  );
}
