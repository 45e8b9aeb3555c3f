import { type Kysely, sql } from 'kysely';

/** Accounts, roles, clubs and events. Keys ending in `_key` hold the case-folded form that has to be unique. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists vector`.execute(db);

  await sql`
    create table app_user (
      id uuid primary key,
      username text not null,
      username_key text not null unique,
      email text not null,
      email_key text not null unique,
      first_name text not null default '',
      last_name text not null default '',
      bio text not null default '',
      search_text text generated always as (
        lower(username || ' ' || email || ' ' || first_name || ' ' || last_name)
      ) stored,
      password_hash text not null,
      is_active boolean not null default true,
      must_change_password boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      last_login timestamptz
    )`.execute(db);
  await sql`create index app_user_created_at on app_user (created_at desc, id)`.execute(db);

  await sql`
    create table session (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index session_user_id on session (user_id)`.execute(db);
  await sql`create index session_expires_at on session (expires_at)`.execute(db);

  await sql`
    create table refresh_token (
      token_hash bytea primary key,
      session_id uuid not null references session (id) on delete cascade,
      created_at timestamptz not null default now(),
      spent_at timestamptz
    )`.execute(db);
  await sql`create index refresh_token_session on refresh_token (session_id)`.execute(db);

  await sql`
    create table club (
      id uuid primary key,
      name text not null,
      slug text not null unique,
      sport_type text not null,
      description text not null default '',
      search_text text generated always as (lower(name || ' ' || sport_type)) stored,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index club_name on club (name, id)`.execute(db);
  await sql`create index club_created_by on club (created_by)`.execute(db);

  await sql`
    create table role_assignment (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      role_name text not null check (role_name in ('photographer', 'club_admin', 'admin', 'superuser')),
      club_id uuid references club (id) on delete cascade,
      created_at timestamptz not null default now(),
      created_by uuid references app_user (id) on delete set null,
      unique nulls not distinct (user_id, role_name, club_id),
      check (club_id is null or role_name in ('photographer', 'club_admin'))
    )`.execute(db);
  await sql`create index role_assignment_club on role_assignment (club_id, role_name)`.execute(db);
  await sql`create index role_assignment_role on role_assignment (role_name)`.execute(db);
  await sql`create index role_assignment_created_by on role_assignment (created_by)`.execute(db);

  await sql`
    create table club_membership (
      club_id uuid not null references club (id) on delete cascade,
      user_id uuid not null references app_user (id) on delete cascade,
      status text not null check (status in ('pending', 'approved')),
      requested_at timestamptz not null default now(),
      approved_at timestamptz,
      approved_by uuid references app_user (id) on delete set null,
      primary key (club_id, user_id),
      check ((status = 'approved') = (approved_at is not null))
    )`.execute(db);
  await sql`create index club_membership_user on club_membership (user_id, status)`.execute(db);
  await sql`create index club_membership_club_status on club_membership (club_id, status)`.execute(db);
  await sql`create index club_membership_approved_by on club_membership (approved_by)`.execute(db);

  await sql`
    create table event (
      id uuid primary key,
      name text not null,
      slug text not null unique,
      description text not null default '',
      event_date date not null,
      location text,
      search_text text generated always as (lower(name || ' ' || description || ' ' || coalesce(location, ''))) stored,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index event_date on event (event_date, id)`.execute(db);
  await sql`create index event_created_by on event (created_by)`.execute(db);

  await sql`
    create table event_club (
      event_id uuid not null references event (id) on delete cascade,
      club_id uuid not null references club (id) on delete cascade,
      primary key (event_id, club_id)
    )`.execute(db);
  await sql`create index event_club_club on event_club (club_id)`.execute(db);
}
