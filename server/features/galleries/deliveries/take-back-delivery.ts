import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import { deletePhotos, takeBackPhoto } from '#server/features/galleries/photos/delete-photos.ts';
import { fileNameWithoutErased } from '#server/features/galleries/photos/erased-names.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  type Delivery,
  type DeliveryPath,
  findDeliveredPhoto,
  findDelivery,
  isShown,
  removeDelivery,
  renamePhoto,
  updateDelivery,
} from './deliveries.repository.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'tokens'> & { viewer: SignedIn };

/**
 * Takes a path off. Programs delete what they could not send (docs/decisions/0078): within a minute that takes back what the last
 * sending left, and nothing that was there before. Later it deletes the photo, for those who may.
 * @throws AppError photo_not_found, gallery_action_forbidden
 */
export async function takeBackDelivery(ctx: Dependencies, path: DeliveryPath): Promise<void> {
  const { db } = ctx;
  const delivery = await findDelivery(db, path);
  if (!delivery) throw new AppError('photo_not_found');
  const isRecent = (time: Date | null) =>
    time !== null && ctx.clock.now().getTime() - time.getTime() <= serverLifetimes.deliveryTakenBackMs;
  const hasJustFailed = isRecent(delivery.failed_at);
  if (delivery.state === 'failed' && hasJustFailed) return void (await removeDelivery(db, delivery.id));
  if (!isShown(delivery, ctx.clock.now())) throw new AppError('photo_not_found');
  if (delivery.state === 'placeholder') return void (await removeDelivery(db, delivery.id));
  // A refused file stays in the list: it would be sent again at each run.
  if (hasJustFailed) {
    if (delivery.state === 'taken') await updateDelivery(db, delivery.id, { failed_at: null });
    return;
  }
  const photo = delivery.state === 'taken' ? await findDeliveredPhoto(db, delivery) : undefined;
  if (!photo) return void (await removeDelivery(db, delivery.id));
  if (isRecent(delivery.sent_at)) {
    if (delivery.made_photo) await takeBackPhoto(ctx, photo.id);
  } else {
    const { deleted } = await deletePhotos(ctx, [photo.id]);
    if (deleted === 0) throw new AppError('gallery_action_forbidden');
  }
  await updateDelivery(db, delivery.id, { state: 'withdrawn' });
}

/**
 * Gives a path of the same gallery another name, and its photo too.
 * @throws AppError photo_not_found, gallery_action_forbidden
 */
export async function renameDelivery(ctx: Dependencies, path: DeliveryPath, name: string): Promise<void> {
  const delivery = await findDelivery(ctx.db, path);
  if (!delivery || !isShown(delivery, ctx.clock.now())) throw new AppError('photo_not_found');
  const photo = delivery.state === 'taken' ? await findDeliveredPhoto(ctx.db, delivery) : undefined;
  if (photo && !mayRename(ctx, delivery, photo.uploaded_by)) throw new AppError('gallery_action_forbidden');
  const target = { ...path, name };
  const there = await findDelivery(ctx.db, target);
  if (there && isShown(there, ctx.clock.now())) await takeBackDelivery(ctx, target);
  await ctx.db.transaction().execute(async (trx) => {
    const left = await findDelivery(trx, target);
    if (left) await removeDelivery(trx, left.id);
    await updateDelivery(trx, delivery.id, { name });
    if (!photo) return;
    const named = { id: photo.id, filename: name };
    await renamePhoto(trx, photo.id, (await fileNameWithoutErased(ctx, trx, path.galleryId, named)).filename);
  });
  if (photo) ctx.bus.publish({ topic: `gallery:${path.galleryId}`, kind: 'photos' });
}

const mayRename = (
  { clock, viewer }: Dependencies,
  { sent_at }: Delivery,
  uploadedBy: string | null,
): boolean =>
  uploadedBy === viewer.id && clock.now().getTime() - sent_at.getTime() <= serverLifetimes.deliveryRenamedMs;
