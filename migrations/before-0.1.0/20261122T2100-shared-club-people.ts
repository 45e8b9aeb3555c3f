import { type Kysely, sql } from 'kysely';

/**
 * Share links to the photos of one person of a club, in all galleries: they belong to no gallery. A club has to allow
 * them first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column allows_family_links boolean not null default false`.execute(db);

  await sql`alter table share_link alter column gallery_id drop not null`.execute(db);
  await sql`alter table share_link
    add column club_person_id uuid references club_person (id) on delete cascade`.execute(db);
  await sql`create index share_link_club_person on share_link (club_person_id)`.execute(db);
  await sql`alter table share_link drop constraint share_link_scope_check`.execute(db);
  await sql`alter table share_link add constraint share_link_scope_check
    check (scope in ('gallery', 'people', 'photos', 'club_person'))`.execute(db);
  await sql`alter table share_link add constraint share_link_shows_something check (
    (scope = 'club_person') = (gallery_id is null) and (scope = 'club_person') = (club_person_id is not null)
    and (scope <> 'club_person' or expires_at is not null))`.execute(db);

  /* Photos chosen for a download by such a link are of several galleries. */
  await sql`alter table download_selection alter column gallery_id drop not null`.execute(db);
}
