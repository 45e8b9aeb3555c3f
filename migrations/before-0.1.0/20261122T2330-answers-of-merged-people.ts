import { type Kysely, sql } from 'kysely';

/** What families said about persons of a gallery outlasts that these are merged and split, and that this is undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* open: what was said about the parts of a person differs; the family is asked again */
  await sql`alter table link_question drop constraint link_question_answer_check`.execute(db);
  await sql`alter table link_question add constraint link_question_answer_check
    check (answer in ('yes', 'no', 'open'))`.execute(db);

  /* Answers as they were before a decision, by which it is undone. person_id may be merged, thus no foreign key. */
  await sql`
    create table link_question_before (
      decision_id uuid not null references people_decision (id) on delete cascade deferrable initially deferred,
      person_id uuid not null,
      club_person_id uuid not null references club_person (id) on delete cascade,
      answer text not null check (answer in ('yes', 'no', 'open')),
      answered_by uuid references app_user (id) on delete set null,
      answered_at timestamptz not null,
      primary key (decision_id, person_id, club_person_id)
    )`.execute(db);
  await sql`create index link_question_before_club_person on link_question_before (club_person_id)`.execute(
    db,
  );
  await sql`create index link_question_before_answered_by on link_question_before (answered_by)`.execute(db);
}
