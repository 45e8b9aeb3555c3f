import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { idleSince } from '#server/contract/lifetimes.ts';
import type { ClubQuota } from '#server/contract/schemas/storage-usage.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** A sum over the galleries of the events of `club`. */
const sumOverGalleries = (
  table: 'gallery_storage' | 'guest_photo' | 'resumable_upload',
  summed: RawBuilder<unknown>,
  which = sql`true`,
) =>
  sql`(select coalesce(sum((${summed})::float8), 0) from event_club
    join stored_gallery gallery on gallery.event_id = event_club.event_id
    join ${sql.table(table)} on ${sql.ref(`${table}.gallery_id`)} = gallery.id and ${which}
    where event_club.club_id = club.id)`;

/** Photos from guests that wait for an editor count, so that one the server has received still fits when it is accepted. */
const used = (stored: 'photos' | 'bytes', waiting: RawBuilder<unknown>) =>
  sql<number>`(${sumOverGalleries('gallery_storage', sql.ref(`gallery_storage.${stored}`))}
    + ${sumOverGalleries('guest_photo', waiting)})`.as(stored);
const photos = used('photos', sql`1`);
const bytes = used('bytes', sql.ref('guest_photo.bytes'));

/** The clubs that have a quota, with what the originals of their events take. */
const quotas = (db: Executor) =>
  db
    .selectFrom('club')
    .select(['club.id as club_id', 'club.name', bytes])
    .select((eb) => eb.ref('club.storage_quota').$castTo<number>().as('quota_bytes'))
    .where('club.storage_quota', 'is not', null)
    .orderBy('club.id');

/** The clubs with a quota, and those whose quota was removed after a notice, so that their notices start anew. */
export const noticedQuotas = (db: Executor) =>
  db
    .selectFrom('club')
    .select(['club.id', 'club.name', 'club.storage_quota as quota_bytes', 'club.quota_notice'])
    .select([photos, bytes])
    .where((eb) => eb.or([eb('club.storage_quota', 'is not', null), eb('club.quota_notice', '>', 0)]));
export type NoticedQuota = Awaited<ReturnType<ReturnType<typeof noticedQuotas>['executeTakeFirstOrThrow']>>;

/** Null: the club has no quota. */
export async function findClubQuota(db: Executor, clubId: string): Promise<ClubQuota | null> {
  return (await quotas(db).where('club.id', '=', clubId).executeTakeFirst()) ?? null;
}

const clubsOfGallery = (galleryId: string) => sql`(select event_club.club_id from event_club
  join gallery on gallery.event_id = event_club.event_id where gallery.id = ${galleryId}::uuid)`;

const quotasOfGallery = (db: Executor, galleryId: string) =>
  quotas(db).where(sql<boolean>`club.id in ${clubsOfGallery(galleryId)}`);

/** The quotas that photos of this gallery count towards. */
export const listQuotasOfGallery = (db: Executor, galleryId: string): Promise<ClubQuota[]> =>
  quotasOfGallery(db, galleryId).execute();

/**
 * The first club that has less room than `bytes` for photos of this gallery.
 * @param announcedAt counts what uploads in parts that are going on then will bring
 */
export async function findFullClub(
  db: Executor,
  galleryId: string,
  bytes: number,
  announcedAt?: Date,
): Promise<ClubQuota | undefined> {
  const ofGallery = quotasOfGallery(db, galleryId);
  const clubs = await (announcedAt
    ? ofGallery.select(announcedBytes(announcedAt).as('announced'))
    : ofGallery.select(sql<number>`0`.as('announced'))
  ).execute();
  return clubs.find((club) => club.bytes + club.announced + bytes > club.quota_bytes);
}

const announcedBytes = (now: Date) =>
  sql<number>`${sumOverGalleries(
    'resumable_upload',
    sql.ref('resumable_upload.bytes'),
    sql`resumable_upload.photo_id is null and resumable_upload.active_at > ${idleSince(now)}`,
  )}`;

/** Locks the clubs whose quotas photos of this gallery count towards; answers whether there are any. */
export async function lockQuotasOfGallery(trx: Transaction<DB>, galleryId: string): Promise<boolean> {
  const { rows } = await sql`select id from club
    where storage_quota is not null and id in ${clubsOfGallery(galleryId)} order by id for no key update`.execute(
    trx,
  );
  return rows.length > 0;
}
