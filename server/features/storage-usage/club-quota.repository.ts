import { type Kysely, sql, type Transaction } from 'kysely';
import type { ClubQuota } from '#server/contract/schemas/storage-usage.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The clubs that have a quota, with what the originals of their events take. */
const quotas = (db: Executor) =>
  db
    .selectFrom('club')
    .select([
      'club.id as club_id',
      'club.name',
      sql<number>`(select coalesce(sum(gallery_storage.bytes::float8), 0) from event_club
        join gallery on gallery.event_id = event_club.event_id
        join gallery_storage on gallery_storage.gallery_id = gallery.id
        where event_club.club_id = club.id)`.as('bytes'),
    ])
    .select((eb) => eb.ref('club.storage_quota').$castTo<number>().as('quota_bytes'))
    .where('club.storage_quota', 'is not', null)
    .orderBy('club.id');

/** Null: the club has no quota. */
export async function findClubQuota(db: Executor, clubId: string): Promise<ClubQuota | null> {
  return (await quotas(db).where('club.id', '=', clubId).executeTakeFirst()) ?? null;
}

const clubsOfGallery = (galleryId: string) => sql`(select event_club.club_id from event_club
  join gallery on gallery.event_id = event_club.event_id where gallery.id = ${galleryId}::uuid)`;

/** The quotas that photos of this gallery count towards. */
export async function listQuotasOfGallery(db: Executor, galleryId: string): Promise<ClubQuota[]> {
  return quotas(db)
    .where(sql<boolean>`club.id in ${clubsOfGallery(galleryId)}`)
    .execute();
}

/** Locks the clubs whose quotas photos of this gallery count towards; answers whether there are any. */
export async function lockQuotasOfGallery(trx: Transaction<DB>, galleryId: string): Promise<boolean> {
  const { rows } = await sql`select id from club
    where storage_quota is not null and id in ${clubsOfGallery(galleryId)} order by id for no key update`.execute(
    trx,
  );
  return rows.length > 0;
}
