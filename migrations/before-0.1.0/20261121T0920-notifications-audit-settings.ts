import { type Kysely, sql } from 'kysely';

/** What the server tells people, what administrators did, and the settings of face recognition. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      kind text not null,
      params jsonb not null default '{}',
      href text,
      created_at timestamptz not null default now(),
      read_at timestamptz
    )`.execute(db);
  await sql`create index notification_user on notification (user_id, created_at desc)`.execute(db);
  await sql`create index notification_unread on notification (user_id) where read_at is null`.execute(db);

  await sql`
    create table audit_entry (
      id uuid primary key,
      actor_id uuid references app_user (id) on delete set null,
      actor_name text not null,
      action text not null,
      target_kind text not null,
      target_id text,
      target_name text not null default '',
      params jsonb not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index audit_entry_created_at on audit_entry (created_at desc, id)`.execute(db);
  await sql`create index audit_entry_actor on audit_entry (actor_id)`.execute(db);

  await sql`
    create table face_setting (
      id boolean primary key default true check (id),
      recognition_model text,
      detector_backend text,
      distance_metric text,
      match_threshold real check (match_threshold between 0 and 1),
      min_confidence real not null check (min_confidence between 0 and 1),
      min_size_ratio real not null check (min_size_ratio between 0 and 1),
      updated_at timestamptz not null default now()
    )`.execute(db);
}
