import type { Kysely, Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { findFullClub, lockQuotasOfGallery } from './club-quota.repository.ts';

/** The size of a file that has not arrived, as a range: of a multipart form only the length of the whole is known. */
export type ExpectedBytes = { atLeast: number; atMost: number };

/**
 * Refuses a file before it is sent where a club of the gallery has no room for it; not where the gallery has a photo of this
 * size, because the file may be a duplicate, which needs no room.
 * @throws AppError club_storage_full
 */
export async function requireRoomForUpload(
  db: Kysely<DB>,
  galleryId: string,
  { atLeast, atMost }: ExpectedBytes,
  now: Date,
): Promise<void> {
  const full = await findFull(db, galleryId, atLeast, now);
  if (!full) return;
  const sameSize = await db
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where('bytes', '>=', atLeast)
    .where('bytes', '<=', atMost)
    .limit(1)
    .executeTakeFirst();
  if (!sameSize) throw full;
}

/**
 * Before the work of storing a photo that the gallery does not have yet.
 * @param announcedAt counts uploads in parts that are going on then; undefined for a photo that came by one: its bytes were
 *   announced, and uploads that count each other would all be refused
 */
export async function requireRoomForPhoto(
  db: Kysely<DB>,
  galleryId: string,
  bytes: number,
  announcedAt: Date | undefined,
): Promise<void> {
  const full = await findFull(db, galleryId, bytes, announcedAt);
  if (full) throw full;
}

/**
 * Holds the quotas for a photo that this transaction has inserted. The clubs stay locked until the transaction ends, so
 * that of photos inserted at the same time the later ones count the earlier ones; without a quota nothing is locked.
 * @throws AppError club_storage_full
 */
export async function holdQuotas(trx: Transaction<DB>, galleryId: string): Promise<void> {
  if (!(await lockQuotasOfGallery(trx, galleryId))) return;
  const full = await findFull(trx, galleryId, 0);
  if (full) throw full;
}

/** The refusal by the first club that has less room than `bytes`. */
async function findFull(
  db: Kysely<DB> | Transaction<DB>,
  galleryId: string,
  bytes: number,
  announcedAt?: Date,
): Promise<AppError | undefined> {
  const full = await findFullClub(db, galleryId, bytes, announcedAt);
  return full && new AppError('club_storage_full', { params: { club: full.name } });
}
