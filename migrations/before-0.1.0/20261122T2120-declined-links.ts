import { type Kysely, sql } from 'kysely';

/** Editors of a gallery said that a person is not somebody of a club: it is not asked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table declined_link (
      person_id uuid not null references person (id) on delete cascade,
      club_person_id uuid not null references club_person (id) on delete cascade,
      declined_by uuid references app_user (id) on delete set null,
      declined_at timestamptz not null,
      primary key (person_id, club_person_id)
    )`.execute(db);
  await sql`create index declined_link_club_person on declined_link (club_person_id)`.execute(db);
  await sql`create index declined_link_declined_by on declined_link (declined_by)`.execute(db);
}
