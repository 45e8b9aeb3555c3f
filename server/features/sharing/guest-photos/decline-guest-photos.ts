import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { blockGuestPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { onlyIds, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { takeGuestPhotos } from './accept-guest-photos.ts';
import { removeGuestPhotoFiles } from './guest-photo-files.ts';
import type { Guest } from './guest-photos.repository.ts';
import { settleGuestPhotosWaiting } from './notify-guest-photos-waiting.ts';
import { publishGuestPhotosChanged } from './publish-guest-photos-changed.ts';

/**
 * Deletes photos of guests for good, rows at once and files in the background. The same picture waits for those who decide when it
 * comes into a gallery of the same clubs.
 */
export async function declineGuestPhotos(
  ctx: Needs<'db' | 'jobs' | 'bus' | 'clock' | 'tokens'> & { viewer: SignedIn },
  gallery: { id: string; name: string },
  guestPhotoIds: readonly string[],
): Promise<{ declined: number }> {
  let settled: string[] = [];
  const declined = await ctx.db.transaction().execute(async (trx) => {
    await blockGuestPictures(ctx, trx, gallery.id, onlyIds(guestPhotoIds));
    const photos = await takeGuestPhotos(trx, gallery.id, guestPhotoIds);
    if (photos.length === 0) return 0;
    await removeGuestPhotoFiles(ctx, trx, photos);
    await recordAudit(trx, ctx.viewer, {
      action: 'guestPhotos.decline',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
      params: { photos: photos.length },
    });
    settled = await settleGuestPhotosWaiting(ctx, trx, gallery.id);
    return photos.length;
  });
  publishNotifications(ctx.bus, settled);
  if (declined > 0) publishGuestPhotosChanged(ctx.bus, [gallery.id]);
  return { declined };
}

/**
 * Deletes a photo at the wish of the browser that sent it, while it waits.
 * @throws AppError photo_not_found for photos of others, and for those about which somebody has decided
 */
export async function withdrawGuestPhoto(
  ctx: Needs<'db' | 'jobs' | 'bus' | 'clock'>,
  { linkId, guestHash }: Guest,
  guestPhotoId: string,
): Promise<void> {
  const id = requireId(guestPhotoId, 'photo_not_found');
  const withdrawn = await ctx.db.transaction().execute(async (trx) => {
    const photo = await trx
      .deleteFrom('guest_photo')
      .where('id', '=', id)
      .where('share_link_id', '=', linkId)
      .where('guest_hash', '=', guestHash)
      .returning(['id', 'gallery_id', 'original_key'])
      .executeTakeFirst();
    if (!photo) throw new AppError('photo_not_found');
    await removeGuestPhotoFiles(ctx, trx, [photo]);
    return { ...photo, settled: await settleGuestPhotosWaiting(ctx, trx, photo.gallery_id) };
  });
  publishNotifications(ctx.bus, withdrawn.settled);
  publishGuestPhotosChanged(ctx.bus, [withdrawn.gallery_id]);
}

/** Deletes photos that were not decided about in time, and the receipts of those that were accepted as long ago. */
export async function removeOldGuestPhotos(ctx: Needs<'db' | 'jobs' | 'bus' | 'clock'>): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - lifetimes.guestPhotoKeptMs);
  const removed = await ctx.db.transaction().execute(async (trx) => {
    const photos = await trx
      .deleteFrom('guest_photo')
      .where('sent_at', '<=', oldest)
      .returning(['id', 'gallery_id', 'original_key'])
      .execute();
    await removeGuestPhotoFiles(ctx, trx, photos);
    await trx.deleteFrom('accepted_guest_photo').where('sent_at', '<=', oldest).execute();
    return photos;
  });
  publishGuestPhotosChanged(
    ctx.bus,
    removed.map((photo) => photo.gallery_id),
  );
}
