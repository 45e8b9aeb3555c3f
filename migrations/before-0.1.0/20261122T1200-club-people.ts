import { type Kysely, sql } from 'kysely';

/**
 * The people a club knows, with or without an account, and which persons of galleries they are. A gallery of two clubs
 * may know a person under both; each club has its own link.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table club_person (
      id uuid primary key,
      club_id uuid not null references club (id) on delete cascade,
      first_name text not null default '',
      last_name text not null default '',
      born_on date,
      user_id uuid references app_user (id) on delete set null,
      search_text text not null generated always as (lower(first_name || ' ' || last_name)) stored,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (id, club_id),
      unique (club_id, user_id),
      check (first_name <> '' or last_name <> '')
    )`.execute(db);
  await sql`create index club_person_club on club_person (club_id, last_name, first_name, id)`.execute(db);
  await sql`create index club_person_user on club_person (user_id)`.execute(db);
  await sql`create index club_person_created_by on club_person (created_by)`.execute(db);

  await sql`
    create table club_person_link (
      person_id uuid not null references person (id) on delete cascade,
      club_id uuid not null,
      club_person_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (person_id, club_id),
      foreign key (club_person_id, club_id) references club_person (id, club_id) on delete cascade
    )`.execute(db);
  await sql`create index club_person_link_club_person on club_person_link (club_person_id, club_id)`.execute(
    db,
  );
}
