import { type Kysely, sql } from 'kysely';

/** Who answers for a person of a club, and what was said about each purpose. Answers are added and never changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guardianship (
      id uuid primary key,
      club_person_id uuid not null references club_person (id) on delete cascade,
      user_id uuid not null references app_user (id) on delete cascade,
      state text not null check (state in ('asked', 'confirmed', 'ended')),
      asked_at timestamptz not null,
      decided_by uuid references app_user (id) on delete set null,
      decided_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index guardianship_live on guardianship (club_person_id, user_id) where state <> 'ended'`.execute(
    db,
  );
  await sql`create index guardianship_user on guardianship (user_id)`.execute(db);
  await sql`create index guardianship_decided_by on guardianship (decided_by)`.execute(db);

  /* What was asked, in the club's own words; without a row the text that comes with the release. */
  await sql`
    create table consent_text (
      id uuid primary key,
      club_id uuid not null references club (id) on delete cascade,
      purpose text not null check (purpose in ('find', 'name', 'outside')),
      language text not null check (language in ('en', 'de')),
      version integer not null,
      body text not null,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null,
      unique (club_id, purpose, language, version)
    )`.execute(db);
  await sql`create index consent_text_created_by on consent_text (created_by)`.execute(db);

  await sql`
    create table consent (
      id uuid primary key,
      club_person_id uuid not null references club_person (id) on delete cascade,
      purpose text not null check (purpose in ('find', 'name', 'outside')),
      answer text not null check (answer in ('yes', 'no', 'withdrawn')),
      /* on paper: the account that wrote it down */
      said_by uuid references app_user (id) on delete set null,
      said_as text not null check (said_as in ('self', 'guardian', 'paper')),
      /* null: the text of the release, by its version */
      consent_text_id uuid references consent_text (id) on delete set null,
      text_version text not null,
      language text not null check (language in ('en', 'de')),
      note text not null default '',
      said_at timestamptz not null,
      valid_until date
    )`.execute(db);
  await sql`create index consent_person on consent (club_person_id, purpose, said_at, id)`.execute(db);
  await sql`create index consent_said_by on consent (said_by)`.execute(db);
  await sql`create index consent_text_of on consent (consent_text_id)`.execute(db);
}
