import { type Kysely, sql } from 'kysely';

/**
 * When somebody last belonged to a club, by membership or role. Galleries and events that they made or photographed there are
 * theirs no longer, unless they belong to another club of these. Nobody has ended at the upgrade.
 *
 * Triggers write the rows, so that no way out of a club is forgotten: belonging ends with its last row, and with it the access
 * by name that had no other club; joining takes the end back. Where a gallery loses the club, the end is kept beside the gallery.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ended_belonging (
    club_id uuid not null references club (id) on delete cascade,
    user_id uuid not null references app_user (id) on delete cascade,
    since timestamptz not null default now(),
    primary key (club_id, user_id))`.execute(db);
  await sql`create index ended_belonging_user_id on ended_belonging (user_id)`.execute(db);
  await sql`create table ended_in_gallery (
    gallery_id uuid not null references gallery (id) on delete cascade,
    user_id uuid not null references app_user (id) on delete cascade,
    since timestamptz not null default now(),
    primary key (gallery_id, user_id))`.execute(db);
  await sql`create index ended_in_gallery_user_id on ended_in_gallery (user_id)`.execute(db);
  await clubsOfGallery(db);
  await ends(db);
  await endsThatOutliveTheClub(db);
}

/** The clubs of a gallery, its event's included; whether an account belongs to one of some clubs. */
async function clubsOfGallery(db: Kysely<unknown>): Promise<void> {
  await sql`create function clubs_of_gallery(gallery uuid, event uuid) returns setof uuid language sql stable as $$
    select gc.club_id from gallery_club gc where gc.gallery_id = gallery
    union select ec.club_id from event_club ec where ec.event_id = event $$`.execute(db);
  await sql`create function belongs_to(account uuid, club uuid) returns boolean language sql stable as $$
    select exists (select 1 from club_membership m
        where m.club_id = club and m.user_id = account and m.status = 'approved')
      or exists (select 1 from role_assignment r where r.club_id = club and r.user_id = account) $$`.execute(
    db,
  );
}

async function ends(db: Kysely<unknown>): Promise<void> {
  // Rows that go with their club or account find neither.
  await sql`create function end_belonging() returns trigger language plpgsql as $$
    begin
      insert into ended_belonging (club_id, user_id)
      select c.id, u.id from club c, app_user u
      where c.id = old.club_id and u.id = old.user_id and not belongs_to(u.id, c.id)
      on conflict do nothing;
      if found then
        delete from gallery_user gu using gallery g
        where g.id = gu.gallery_id and gu.user_id = old.user_id
          and old.club_id in (select clubs_of_gallery(g.id, g.event_id))
          and not exists (select 1 from clubs_of_gallery(g.id, g.event_id) c (id) where belongs_to(old.user_id, c.id));
      end if;
      return null;
    end $$`.execute(db);
  await sql`create function take_back_end() returns trigger language plpgsql as $$
    begin
      delete from ended_belonging where club_id = new.club_id and user_id = new.user_id;
      delete from ended_in_gallery e using gallery g
      where e.user_id = new.user_id and g.id = e.gallery_id and new.club_id in (select clubs_of_gallery(g.id, g.event_id));
      return null;
    end $$`.execute(db);
  await sql`create trigger belonging_ends after delete on club_membership
    for each row when (old.status = 'approved') execute function end_belonging()`.execute(db);
  await sql`create trigger belonging_ends after delete on role_assignment
    for each row when (old.club_id is not null) execute function end_belonging()`.execute(db);
  await sql`create trigger belonging_begins after insert or update on club_membership
    for each row when (new.status = 'approved') execute function take_back_end()`.execute(db);
  await sql`create trigger belonging_begins after insert on role_assignment
    for each row when (new.club_id is not null) execute function take_back_end()`.execute(db);
}

/** A gallery or event that loses a club is not given back to those whose rights had ended with it. */
async function endsThatOutliveTheClub(db: Kysely<unknown>): Promise<void> {
  await sql`create procedure keep_ends(club uuid, event uuid, gallery uuid) language sql as $$
    insert into ended_in_gallery (gallery_id, user_id)
    select g.id, e.user_id from gallery g
    join ended_belonging e on e.club_id = club and e.user_id in (g.created_by, g.photographer_id)
    where g.event_id = event or g.id = gallery
    on conflict do nothing;
    update event ev set created_by = null from ended_belonging e
    where ev.id = event and e.club_id = club and e.user_id = ev.created_by
      and not exists (select 1 from event_club ec
        where ec.event_id = event and ec.club_id <> club and belongs_to(ev.created_by, ec.club_id)) $$`.execute(
    db,
  );
  await sql`create function keep_ends_of_row() returns trigger language plpgsql as $$
    declare lost record;
    begin
      if tg_table_name = 'event_club' then
        call keep_ends(old.club_id, old.event_id, null);
      elsif tg_table_name = 'gallery_club' then
        call keep_ends(old.club_id, null, old.gallery_id);
      elsif tg_table_name = 'gallery' then
        for lost in select ec.club_id from event_club ec where ec.event_id = old.event_id loop
          call keep_ends(lost.club_id, null, old.id);
        end loop;
      else
        for lost in select ec.event_id from event_club ec where ec.club_id = old.id loop
          call keep_ends(old.id, lost.event_id, null);
        end loop;
        for lost in select gc.gallery_id from gallery_club gc where gc.club_id = old.id loop
          call keep_ends(old.id, null, lost.gallery_id);
        end loop;
        delete from gallery_user gu using gallery g
        where g.id = gu.gallery_id and old.id in (select clubs_of_gallery(g.id, g.event_id)) and belongs_to(gu.user_id, old.id)
          and not exists (select 1 from clubs_of_gallery(g.id, g.event_id) c (id)
            where c.id <> old.id and belongs_to(gu.user_id, c.id));
        return old;
      end if;
      return null;
    end $$`.execute(db);
  for (const table of ['event_club', 'gallery_club'])
    await sql`create trigger ends_are_kept after delete on ${sql.table(table)}
      for each row execute function keep_ends_of_row()`.execute(db);
  await sql`create trigger ends_are_kept after update of event_id on gallery
    for each row when (old.event_id is distinct from new.event_id) execute function keep_ends_of_row()`.execute(
    db,
  );
  await sql`create trigger ends_are_kept before delete on club
    for each row execute function keep_ends_of_row()`.execute(db);
}
