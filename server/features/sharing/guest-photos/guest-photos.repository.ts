import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { guestPictureUrl } from '#server/contract/picture-url.ts';
import type { OwnGuestPhoto, WaitingGuestPhotos } from '#server/contract/schemas/guest-photos.ts';
import type { DB } from '#server/db/tables.ts';
import { countUnfinishedByLink } from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import { creditOfGuest } from './credit-of-guest.ts';

type Executor = Kysely<DB> | Transaction<DB>;
/** The browser of a guest, by one link. */
export type Guest = { linkId: string; guestHash: string };

export async function countWaitingByLink(db: Executor, linkId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('guest_photo')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('share_link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return waiting;
}

/** How many more photos a link takes: those that wait and those on their way count. */
export async function countPlacesLeft(db: Executor, linkId: string, now: Date): Promise<number> {
  const sent = (await countWaitingByLink(db, linkId)) + (await countUnfinishedByLink(db, linkId, now));
  return Math.max(0, countLimits.waitingPhotosPerLinkMax - sent);
}

/**
 * Refuses one more photo by a link where as many wait or are on their way as may; those that begin wait for each other.
 * The gallery is locked before the link, as when the gallery is deleted.
 */
export async function requireFewPhotosByLink(
  trx: Transaction<DB>,
  link: { id: string; gallery_id: string },
  now: Date,
): Promise<void> {
  await trx.selectFrom('gallery').select('id').where('id', '=', link.gallery_id).forKeyShare().execute();
  await trx.selectFrom('share_link').select('id').where('id', '=', link.id).forNoKeyUpdate().execute();
  if ((await countPlacesLeft(trx, link.id, now)) === 0) throw new AppError('guest_photos_enough');
}

/** What a browser has sent by a link, newest first: the photos that wait, and those that were accepted. */
export async function listOwnGuestPhotos(
  db: Executor,
  { linkId, guestHash }: Guest,
): Promise<OwnGuestPhoto[]> {
  const of = (table: 'guest_photo' | 'accepted_guest_photo', state: OwnGuestPhoto['state']) =>
    db
      .selectFrom(table)
      .select(['id', 'filename', sql<OwnGuestPhoto['state']>`${state}::text`.as('state'), 'sent_at'])
      .where('share_link_id', '=', linkId)
      .where('guest_hash', '=', guestHash);
  const rows = await of('guest_photo', 'waiting')
    .unionAll(of('accepted_guest_photo', 'accepted'))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listSizes.max)
    .execute();
  return rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() }));
}

/** The photos of a gallery that wait for an editor, in the order they came. */
export async function listWaitingGuestPhotos(
  db: Executor,
  galleryId: string,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<WaitingGuestPhotos> {
  const facts = await db
    .selectFrom('gallery')
    .select([
      sql<number>`(select count(*)::int from guest_photo where guest_photo.gallery_id = gallery.id)`.as(
        'total',
      ),
      sql<boolean>`gallery.visibility = 'public'`.as('is_public'),
    ])
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const open_links = await db
    .selectFrom('share_link')
    .select(['name', sql<boolean>`password_hash is not null`.as('has_password')])
    .where('gallery_id', '=', galleryId)
    .where('scope', '=', 'gallery')
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const rows = await db
    .selectFrom('guest_photo')
    .leftJoin('share_link', 'share_link.id', 'guest_photo.share_link_id')
    .select([
      'guest_photo.id',
      'guest_photo.filename',
      'guest_photo.guest_name',
      'share_link.name as share_link',
      'guest_photo.width',
      'guest_photo.height',
      'guest_photo.bytes',
      'guest_photo.thumbhash',
      'guest_photo.damage',
      'guest_photo.taken_at',
      'guest_photo.taken_at_local',
      'guest_photo.taken_at_offset',
      'guest_photo.sent_at',
    ])
    .where('guest_photo.gallery_id', '=', galleryId)
    .orderBy('guest_photo.sent_at')
    .orderBy('guest_photo.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const photos = rows.map((row) => ({
    ...row,
    taken_at: row.taken_at?.toISOString() ?? null,
    sent_at: row.sent_at.toISOString(),
    thumbnail_url: guestPictureUrl(row.id, 'medium'),
    large_url: guestPictureUrl(row.id, 'large'),
  }));
  return { photos, ...facts, open_links };
}

/** The file of a photo that waits, with the facts that decide who may see it; undefined where there is no such photo any more. */
export async function findGuestPhotoFile(db: Executor, id: string) {
  const row = await db
    .selectFrom('guest_photo')
    .select([
      'id',
      'gallery_id',
      'share_link_id',
      'guest_hash',
      'guest_name',
      'filename',
      'original_key',
      'bytes',
    ])
    .select(['taken_at_local', 'taken_at_offset'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, credit: creditOfGuest(row.guest_name) ?? null, credit_line: null };
}
export type GuestPhotoFile = NonNullable<Awaited<ReturnType<typeof findGuestPhotoFile>>>;
