import { type Kysely, sql } from 'kysely';

/** The pictures by which people of clubs are found, and what their families answered about persons of galleries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reference (
      id uuid primary key,
      club_person_id uuid not null references club_person (id) on delete cascade,
      recogniser text not null,
      pipeline_version text not null,
      embedding vector not null,
      /* JPEG of the face alone, so that another recogniser can read it again */
      crop bytea not null,
      expires_on date not null,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index reference_club_person on reference (club_person_id)`.execute(db);
  await sql`create index reference_created_by on reference (created_by)`.execute(db);

  /* "Is this Mia?", answered by Mia's family. It makes no link in the gallery. */
  await sql`
    create table link_question (
      person_id uuid not null references person (id) on delete cascade,
      club_person_id uuid not null references club_person (id) on delete cascade,
      answer text not null check (answer in ('yes', 'no')),
      answered_by uuid references app_user (id) on delete set null,
      answered_at timestamptz not null,
      primary key (person_id, club_person_id)
    )`.execute(db);
  await sql`create index link_question_club_person on link_question (club_person_id)`.execute(db);
  await sql`create index link_question_answered_by on link_question (answered_by)`.execute(db);
}
