import { type Kysely, sql } from 'kysely';

/** Up to which photo an account has seen the photos of somebody of its family; what came later is marked as new. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table found_photos_seen (
      user_id uuid not null references app_user (id) on delete cascade,
      club_person_id uuid not null references club_person (id) on delete cascade,
      /* when the newest photo on the page had been added */
      seen_until timestamptz not null,
      primary key (user_id, club_person_id)
    )`.execute(db);
  await sql`create index found_photos_seen_club_person on found_photos_seen (club_person_id)`.execute(db);
}
