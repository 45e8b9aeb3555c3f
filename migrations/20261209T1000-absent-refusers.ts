import { type Kysely, sql } from 'kysely';

/** Somebody who shares a gallery said that these people, who refused, are on none of its photos; until photos are added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table absent_refuser (
      gallery_id uuid not null references stored_gallery (id) on delete cascade,
      club_person_id uuid not null references club_person (id) on delete cascade,
      primary key (gallery_id, club_person_id)
    )`.execute(db);
  await sql`create index absent_refuser_club_person on absent_refuser (club_person_id)`.execute(db);
}
