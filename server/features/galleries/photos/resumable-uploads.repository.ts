import { rm } from 'node:fs/promises';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { idleSince, lifetimes } from '#server/contract/lifetimes.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

export type ResumableUpload = Selectable<DB['resumable_upload']>;

/** Who sends: an account, or a guest by a link, known by the hash of a secret of the browser. */
export type UploadSender = { userId: string } | { linkId: string; guestHash: string };

/** What is known of an upload when it begins. */
export type NewUpload = Omit<ResumableUpload, 'id' | 'photo_id' | 'received' | 'active_at'>;

const oldest = (now: Date) => new Date(now.getTime() - lifetimes.resumableUploadMs);

/** @param requireFew counts those that have begun, in the same transaction */
export async function insertUpload(
  db: Kysely<DB>,
  upload: NewUpload & { id: string },
  requireFew: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireFew(trx);
    await trx
      .insertInto('resumable_upload')
      .values({ ...upload, active_at: upload.created_at })
      .execute();
  });
}

/** Whether room is kept for the bytes that have not come. */
export const isActive = ({ active_at }: ResumableUpload, now: Date): boolean => active_at > idleSince(now);

/** Room is kept for the rest of it from now on. @param received how many bytes are on the disk */
export async function markActive(db: Kysely<DB>, id: string, now: Date, received: number): Promise<void> {
  await db.updateTable('resumable_upload').set({ active_at: now, received }).where('id', '=', id).execute();
}

/** Uploads for whose bytes room is kept. */
const activeUploads = (db: Kysely<DB>, now: Date) =>
  db.selectFrom('resumable_upload').where('photo_id', 'is', null).where('active_at', '>', idleSince(now));

/** Bytes that all uploads going on will still bring. */
export async function countAnnouncedBytes(db: Kysely<DB>, now: Date): Promise<number> {
  const { bytes } = await activeUploads(db, now)
    .select(sql<number>`coalesce(sum(greatest(bytes - received, 0)), 0)::float8`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Refuses one more where as many uploads of an account are going on as may; those that begin wait for each other. */
export async function requireFewUploadsOfUser(
  trx: Transaction<DB>,
  userId: string,
  now: Date,
): Promise<void> {
  await holdAccounts(trx, userId);
  const { active } = await activeUploads(trx, now)
    .select(sql<number>`count(*)::int`.as('active'))
    .where('uploaded_by', '=', userId)
    .executeTakeFirstOrThrow();
  if (active >= countLimits.activeUploadsPerAccountMax) throw new AppError('too_many_attempts');
}

/** An upload of this sender. Throws `upload_not_found`, also for those of others and for old ones. */
export async function requireUpload(
  db: Kysely<DB>,
  id: string,
  sender: UploadSender,
  now: Date,
): Promise<ResumableUpload> {
  const ofSender = db
    .selectFrom('resumable_upload')
    .selectAll()
    .where('id', '=', requireId(id, 'upload_not_found'))
    .where('created_at', '>', oldest(now));
  const row = await ('userId' in sender
    ? ofSender.where('uploaded_by', '=', sender.userId)
    : ofSender.where('share_link_id', '=', sender.linkId).where('guest_hash', '=', sender.guestHash)
  ).executeTakeFirst();
  if (!row) throw new AppError('upload_not_found');
  return row;
}

/** How many photos are on their way by a link. */
export async function countUnfinishedByLink(db: Kysely<DB>, linkId: string, now: Date): Promise<number> {
  const { unfinished } = await db
    .selectFrom('resumable_upload')
    .select(sql<number>`count(*)::int`.as('unfinished'))
    .where('share_link_id', '=', linkId)
    .where('photo_id', 'is', null)
    .where('created_at', '>', oldest(now))
    .executeTakeFirstOrThrow();
  return unfinished;
}

/** Keeps that it became a photo, so that a client that missed the answer learns later that nothing is wanted. */
export async function finishUpload(db: Kysely<DB>, id: string, photoId: string): Promise<void> {
  await db.updateTable('resumable_upload').set({ photo_id: photoId }).where('id', '=', id).execute();
}

export async function deleteUpload(db: Kysely<DB>, store: PhotoStore, id: string): Promise<void> {
  await rm(store.partialPath(id), { force: true });
  await db.deleteFrom('resumable_upload').where('id', '=', id).execute();
}

/** Removes uploads older than `resumableUploadMs`. Files whose row was deleted with its gallery or account are found by their age. */
export async function removeOldUploads(db: Kysely<DB>, store: PhotoStore, now: Date): Promise<void> {
  const removed = await db
    .deleteFrom('resumable_upload')
    .where('created_at', '<=', oldest(now))
    .returning('id')
    .execute();
  for (const { id } of removed) await rm(store.partialPath(id), { force: true });
  await store.sweepPartial(lifetimes.resumableUploadMs);
}
