import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  StorageOfClubs,
  StorageOfGalleries,
  StorageOfPhotographers,
} from '#server/contract/schemas/storage-usage.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';

type Page = { limit: number; offset: number };

/** Sums of float8 are exact up to 9 petabytes, and made faster than sums of bigint, which are numeric. */
const figures = sql`photos::float8 as photos, bytes::float8 as bytes`;

/** The names and figures of `listed`, one page of it, largest first, and how many there are. */
const pageOf = ({ limit, offset }: Page): RawBuilder<unknown> => sql`
  (select count(*)::int from listed) as total,
  (select coalesce(json_agg(row_to_json(entry)), '[]') from (
    select * from listed order by bytes desc, ${byName('name')}, 1 limit ${limit} offset ${offset}) entry)`;

/**
 * What the photos take by club. A gallery counts in each club of its event; clubs that were only given access to it are
 * not charged. The total over all clubs counts each photo once, also of galleries that
 * count in several clubs.
 */
export async function listStorageOfClubs(db: Kysely<DB>, page: Page): Promise<StorageOfClubs> {
  const { rows } = await sql<StorageOfClubs>`
    with by_gallery as (select gallery_id, ${figures} from gallery_storage),
    by_club as (
      select event_club.club_id, sum(photos) as photos, sum(bytes) as bytes from by_gallery
        join stored_gallery gallery on gallery.id = by_gallery.gallery_id
        left join event_club on event_club.event_id = gallery.event_id
      group by event_club.club_id),
    listed as (
      select club.id as club_id, club.name, coalesce(photos, 0) as photos, coalesce(bytes, 0) as bytes,
        club.storage_quota::float8 as quota_bytes
      from club full join by_club on by_club.club_id = club.id)
    select (select json_build_object('photos', coalesce(sum(photos), 0), 'bytes', coalesce(sum(bytes), 0))
      from by_gallery) as used, ${pageOf(page)} as clubs`.execute(db);
  return rows[0] as StorageOfClubs;
}

type GalleryFilter = Page & { club_id?: string | undefined; without_club?: boolean | undefined };

/** What the photos take by gallery: of all clubs, of one, or of events without a club. */
export async function listStorageOfGalleries(
  db: Kysely<DB>,
  { club_id, without_club, ...page }: GalleryFilter,
): Promise<StorageOfGalleries> {
  const clubs = sql`select from event_club where event_club.event_id = gallery.event_id`;
  const wanted = [
    ...(club_id === undefined ? [] : [sql`exists (${clubs} and event_club.club_id = ${club_id}::uuid)`]),
    ...(without_club ? [sql`not exists (${clubs})`] : []),
  ];
  const filter =
    wanted.length > 0
      ? sql`where gallery_id in (select gallery.id from stored_gallery gallery where ${sql.join(wanted, sql` and `)})`
      : sql``;
  const { rows } = await sql<StorageOfGalleries>`
    with by_gallery as (select gallery_id, ${figures} from gallery_storage ${filter}),
    listed as (
      select gallery_id, gallery.name, event.name as event_name, gallery.deleted_at is not null as is_deleted, photos, bytes
      from by_gallery join stored_gallery gallery on gallery.id = gallery_id join event on event.id = gallery.event_id)
    select ${pageOf(page)} as galleries`.execute(db);
  return rows[0] as StorageOfGalleries;
}

/** What the photos take by the account that uploaded them. The rest of the sum is of deleted accounts. */
export async function listStorageOfPhotographers(
  db: Kysely<DB>,
  page: Page,
): Promise<StorageOfPhotographers> {
  const { rows } = await sql<StorageOfPhotographers>`
    with by_account as (select user_id, ${figures} from uploader_storage),
    of_no_account as (
      select null::uuid as user_id, sum(photos) as photos, sum(bytes) as bytes from (
        select ${figures} from gallery_storage union all select -photos, -bytes from by_account) remaining),
    listed as (
      select user_id, ${userNameOf('app_user')} as name, photos, bytes
      from (select * from by_account union all select * from of_no_account where photos > 0) uploaded
        left join app_user on app_user.id = user_id)
    select ${pageOf(page)} as photographers`.execute(db);
  return rows[0] as StorageOfPhotographers;
}
