import { type Kysely, sql } from 'kysely';

/**
 * What of a gallery a share link shows: all of it, the photos of some people, or some photos. A link whose people or photos
 * are all gone shows nothing, so the scope is said by the link itself and not by the rows it has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share_link add column scope text not null default 'gallery'
    check (scope in ('gallery', 'people', 'photos'))`.execute(db);
  await sql`
    create table share_link_person (
      share_link_id uuid not null references share_link (id) on delete cascade,
      person_id uuid not null references person (id) on delete cascade,
      primary key (share_link_id, person_id)
    )`.execute(db);
  await sql`create index share_link_person_person on share_link_person (person_id)`.execute(db);
  await sql`
    create table share_link_photo (
      share_link_id uuid not null references share_link (id) on delete cascade,
      photo_id uuid not null references photo (id) on delete cascade,
      primary key (share_link_id, photo_id)
    )`.execute(db);
  await sql`create index share_link_photo_photo on share_link_photo (photo_id)`.execute(db);
}
