import { type Kysely, sql } from 'kysely';

/** Messages to phones about new photos: docs/decisions/0089. Both tables are left out of backups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting add column web_push boolean not null default false`.execute(db);
  await sql`
    create table web_push_device (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      session_id uuid not null unique references session (id) on delete cascade,
      endpoint_hash bytea not null unique,
      sealed text not null check (length(sealed) > 0),
      language text not null,
      told_on date,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index web_push_device_user_id on web_push_device (user_id)`.execute(db);
  await sql`
    create table web_push_evening (
      user_id uuid not null references app_user (id) on delete cascade,
      day date not null,
      state text not null check (state in ('waiting', 'nothing', 'done')),
      photos_until timestamptz,
      gallery_ids uuid[] not null default '{}',
      updated_at timestamptz not null,
      primary key (user_id, day)
    )`.execute(db);
}
