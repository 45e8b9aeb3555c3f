import { extname } from 'node:path';
import type { Needs } from '#server/app-context.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { addPhoto, type IncomingPhoto } from '#server/features/galleries/photos/add-photo.ts';
import { findSamePhoto } from '#server/features/galleries/photos/photos.repository.ts';
import { restoreDeleted } from '#server/features/galleries/photos/restore-photos.ts';
import type { PhotoFileDependencies } from '#server/features/galleries/photos/store-photo-files.ts';
import type { Recall } from '#server/remember-until-written.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  type Delivery,
  type DeliveryPath,
  findDeliveredPhoto,
  findDelivery,
  listFilenames,
  saveDelivery,
} from './deliveries.repository.ts';

export type DeliverDependencies = PhotoFileDependencies &
  Needs<'bus' | 'clock' | 'tokens' | 'mail' | 'log'> & { recall: Recall };

type DeliveredFile = Pick<IncomingPhoto, 'temporaryPath' | 'sha256' | 'bytes' | 'onlyWhole'>;

/**
 * Takes a file that was put at a path, and writes down what it became; the temporary file is taken over. The same bytes again are
 * the same photo, also one that was taken back meanwhile. Killed in between, the photo is there and the path is not: sent again, it
 * is a duplicate.
 */
export async function deliverPhoto(
  ctx: DeliverDependencies,
  viewer: SignedIn,
  path: DeliveryPath,
  file: DeliveredFile,
): Promise<Delivery> {
  const before = await findDelivery(ctx.db, path);
  const isSame = before?.sha256?.equals(file.sha256) === true;
  if (before?.state === 'withdrawn' && isSame && before.photo_id !== null)
    await restoreDeleted(ctx, path.galleryId, { ids: [before.photo_id] });
  const filename = await freeName(ctx, path, file.sha256);
  const added = await addPhoto(ctx, {
    ...file,
    galleryId: path.galleryId,
    uploadedBy: viewer.id,
    filename,
    relativePath: null,
  });
  const isRestored = isSame && before?.photo_id === added.photo.id && before.made_photo;
  return saveDelivery(
    ctx.db,
    path,
    {
      state: 'taken',
      bytes: file.bytes,
      sha256: file.sha256,
      photo_id: added.photo.id,
      made_photo: !added.duplicate || isRestored,
    },
    ctx.clock.now(),
  );
}

/** The name of a new photo: another of the gallery that is called so keeps its name. */
async function freeName(
  { db }: Needs<'db'>,
  { galleryId, name }: DeliveryPath,
  sha256: Buffer,
): Promise<string> {
  const filename = name.slice(0, inputLimits.nameMax);
  if (await findSamePhoto(db, galleryId, [sha256])) return filename;
  const extension = extname(filename);
  const stem = filename.slice(0, filename.length - extension.length);
  const taken = new Set(await listFilenames(db, galleryId, stem));
  let free = filename;
  for (let number = 2; taken.has(free); number += 1) free = `${stem} (${number})${extension}`;
  return free;
}

/** The photo of a path, where it still has the bytes that were sent there. */
export async function findUnchanged({ db }: Needs<'db'>, delivery: Delivery) {
  if (delivery.state !== 'taken') return undefined;
  const photo = await findDeliveredPhoto(db, delivery);
  return photo && delivery.sha256?.equals(photo.sha256) ? photo : undefined;
}
