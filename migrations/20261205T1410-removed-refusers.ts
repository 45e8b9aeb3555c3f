import { type Kysely, sql } from 'kysely';

/**
 * Photos with somebody who refused, or that were left out, were deleted in a gallery: photos that are added afterwards wait for one
 * question. `club_person_id` null: they were left out, whoever they show. Nothing is kept of the faces.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_refuser (
      gallery_id uuid not null references gallery (id) on delete cascade,
      who uuid generated always as (coalesce(club_person_id, gallery_id)) stored,
      club_person_id uuid references club_person (id) on delete cascade,
      removed_at timestamptz not null,
      primary key (gallery_id, who)
    )`.execute(db);
  await sql`create index removed_refuser_club_person on removed_refuser (club_person_id)`.execute(db);
  await sql`alter table photo add column awaits_answer boolean not null default false`.execute(db);
  await sql`create index photo_awaits_answer on photo (gallery_id) where awaits_answer`.execute(db);
}
