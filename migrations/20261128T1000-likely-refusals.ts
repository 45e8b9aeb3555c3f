import { type Kysely, sql } from 'kysely';

/**
 * Photos that were added while people outside the club see the gallery: those whose people were not compared yet with the
 * pictures of people who refused, and the faces that may be one of these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo add column awaits_comparison boolean not null default false`.execute(db);
  await sql`create index photo_awaits_comparison on photo (gallery_id) where awaits_comparison`.execute(db);
  await sql`
    create table likely_refusal (
      face_id uuid not null references face (id) on delete cascade,
      club_person_id uuid not null references club_person (id) on delete cascade,
      since timestamptz not null,
      primary key (face_id, club_person_id)
    )`.execute(db);
  await sql`create index likely_refusal_club_person on likely_refusal (club_person_id)`.execute(db);
}
