import { type Selectable, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Clock } from '#server/clock.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  awaitsAnswer,
  holdsBackAdded,
} from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { unblockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { countHeld, holdBlockedPictures } from '#server/features/galleries/photos/hold-blocked-pictures.ts';
import { insertQueuedAnalysis } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { findSamePhoto } from '#server/features/galleries/photos/photos.repository.ts';
import { FIRST_RENDITIONS } from '#server/features/galleries/photos/store-renditions.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { onlyIds } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { creditOfGuest } from './credit-of-guest.ts';
import { removeGuestPhotoFiles } from './guest-photo-files.ts';
import { settleGuestPhotosWaiting } from './notify-guest-photos-waiting.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'mail' | 'tokens'> & { viewer: SignedIn };
type GuestPhoto = Selectable<DB['guest_photo']>;

/**
 * Makes photos of what guests sent, in one transaction: row, queued recognition, and the guest's receipt. The files stay
 * where they are. A photo that the gallery has already is not added again, and its files go. The account that accepts
 * counts as the one that uploaded. Accepting ends that the same picture was declined before; what else was said against it holds.
 */
export async function acceptGuestPhotos(
  ctx: Dependencies,
  gallery: { id: string; name: string },
  guestPhotoIds: readonly string[],
): Promise<{ accepted: number; duplicates: number; held?: number }> {
  let notified: string[] = [];
  const counts = await ctx.db.transaction().execute(async (trx) => {
    // The same file may have another hash there.
    await holdGallery(trx, gallery.id);
    await holdLinks(trx, guestPhotoIds);
    const waiting = await takeGuestPhotos(trx, gallery.id, guestPhotoIds);
    if (waiting.length === 0) return { accepted: 0, duplicates: 0 };
    const added: GuestPhoto[] = [];
    const duplicates: GuestPhoto[] = [];
    for (const photo of waiting) {
      const same = await insertUnlessThere(trx, photo, ctx.viewer.id, ctx.clock);
      (same ? duplicates : added).push(photo);
      if (!same) await insertQueuedAnalysis(trx, photo);
      await insertReceipt(trx, photo, same ?? photo.id);
    }
    await ctx.jobs.enqueue(
      trx,
      'analyse-photo',
      added.map(({ id }) => ({ photo_id: id })),
    );
    await removeGuestPhotoFiles(ctx, trx, duplicates);
    await recordAudit(trx, ctx.viewer, {
      action: 'guestPhotos.accept',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
      params: { photos: added.length },
    });
    const ids = added.map(({ id }) => id);
    await unblockPictures(ctx, trx, ids, ['declined']);
    const held = await holdBlockedPictures(ctx, trx, gallery.id, ids);
    notified = [...held.notified, ...(await settleGuestPhotosWaiting(ctx, trx, gallery.id))];
    return { accepted: added.length, duplicates: duplicates.length, ...countHeld(held) };
  });
  if (counts.accepted + counts.duplicates > 0)
    ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
  publishNotifications(ctx.bus, notified);
  return counts;
}

/** Held before the rows that name them, as when a link is deleted: receipts name them too. */
async function holdLinks(trx: Transaction<DB>, guestPhotoIds: readonly string[]): Promise<void> {
  const named = trx
    .selectFrom('guest_photo')
    .select('share_link_id')
    .where(sql<boolean>`id = any(${onlyIds(guestPhotoIds)}::uuid[])`);
  await trx
    .selectFrom('share_link')
    .select('id')
    .where('id', 'in', named)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Deletes the rows of those that still wait in a gallery, and answers them, in the order they came. */
export async function takeGuestPhotos(
  trx: Transaction<DB>,
  galleryId: string,
  guestPhotoIds: readonly string[],
): Promise<GuestPhoto[]> {
  const ids = onlyIds(guestPhotoIds);
  const rows = await trx
    .deleteFrom('guest_photo')
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.sent_at.getTime() - b.sent_at.getTime() || (a.id < b.id ? -1 : 1));
}

/**
 * The id of the photo that the gallery has of the same file; undefined when the photo was inserted. The gallery has to be
 * held against others who add photos.
 */
async function insertUnlessThere(
  trx: Transaction<DB>,
  photo: GuestPhoto,
  uploadedBy: string,
  clock: Clock,
): Promise<string | undefined> {
  const same = await findSamePhoto(trx, photo.gallery_id, [photo.sha256, photo.sent_sha256]);
  if (same) return same;
  const { id, gallery_id, filename, sha256, sent_sha256, mime, bytes, width, height, taken_at, thumbhash } =
    photo;
  const {
    original_key,
    damage,
    pixel_sha256,
    taken_at_local,
    taken_at_offset,
    taken_at_zone,
    metadata_revision,
  } = photo;
  const credit = creditOfGuest(photo.guest_name);
  await trx
    .insertInto('photo')
    .values({
      id,
      gallery_id,
      uploaded_by: uploadedBy,
      filename,
      relative_path: null,
      sha256,
      sent_sha256,
      mime,
      bytes,
      width,
      height,
      taken_at,
      taken_at_local,
      taken_at_offset,
      taken_at_zone,
      credit: credit ? JSON.stringify(credit) : null,
      metadata_revision,
      thumbhash,
      original_key,
      damage,
      pixel_sha256,
      rendition_version: FIRST_RENDITIONS,
      awaits_comparison: holdsBackAdded(gallery_id, clock),
      awaits_answer: awaitsAnswer(gallery_id, clock.now()),
    })
    .execute();
  return undefined;
}

/** A receipt, by which the guest's browser reads that the photo was accepted; none where the link was deleted. */
async function insertReceipt(trx: Transaction<DB>, photo: GuestPhoto, photoId: string): Promise<void> {
  const { id, share_link_id, guest_hash, filename, sent_at } = photo;
  if (share_link_id === null) return;
  await trx
    .insertInto('accepted_guest_photo')
    .values({ id, photo_id: photoId, share_link_id, guest_hash, filename, sent_at })
    .execute();
}
