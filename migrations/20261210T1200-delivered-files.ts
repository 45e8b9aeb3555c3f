import { type Kysely, sql } from 'kysely';

/** What programs and the hot folder delivered, by the path they used: docs/decisions/0078. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // photo_id is no reference: a photo that was deleted comes back under its id when its bytes do.
  await sql`
    create table delivered_file (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      api_key_id uuid references api_key (id) on delete cascade,
      gallery_id uuid not null references stored_gallery (id) on delete cascade,
      name text not null check (length(name) > 0),
      state text not null check (state in ('taken', 'refused', 'placeholder', 'failed', 'withdrawn')),
      bytes bigint not null check (bytes >= 0),
      sha256 bytea,
      photo_id uuid,
      made_photo boolean not null default false,
      refusal text,
      sent_at timestamptz not null,
      failed_at timestamptz,
      check ((state = 'taken') <= (photo_id is not null and sha256 is not null)),
      check ((state = 'refused') = (refusal is not null))
    )`.execute(db);
  await sql`create unique index delivered_file_path
    on delivered_file (gallery_id, coalesce(api_key_id, user_id), name)`.execute(db);
  await sql`create index delivered_file_user on delivered_file (user_id)`.execute(db);
  await sql`create index delivered_file_key on delivered_file (api_key_id)`.execute(db);
  await sql`create index delivered_file_unsettled on delivered_file (sent_at)
    where state in ('placeholder', 'failed', 'withdrawn')`.execute(db);
  await sql`
    create table dav_lock (
      token text primary key,
      api_key_id uuid not null references api_key (id) on delete cascade,
      path text[] not null,
      is_deep boolean not null,
      is_shared boolean not null,
      owner text not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index dav_lock_key on dav_lock (api_key_id)`.execute(db);
}
