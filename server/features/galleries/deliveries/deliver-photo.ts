import { extname } from 'node:path';
import type { Needs } from '#server/app-context.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { addPhoto, type IncomingPhoto } from '#server/features/galleries/photos/add-photo.ts';
import { findSamePhoto } from '#server/features/galleries/photos/photos.repository.ts';
import { replacePhoto } from '#server/features/galleries/photos/replace-photo.ts';
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
 * the same photo, also one that was taken back meanwhile; the same shot, edited, replaces what was sent to this path before; another one
 * is held back like that. Killed in between, the photo is there and the path is not: sent again, it is a duplicate.
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
  const { bytes, sha256 } = file;
  const taken = { state: 'taken', bytes, sha256 } as const;
  const replaced = before && !isSame && (await replaceDelivered(ctx, viewer, before, file));
  if (replaced) {
    const outcome = { ...taken, photo_id: replaced, made_photo: false };
    return saveDelivery(ctx.db, path, outcome, ctx.clock.now());
  }
  const { photo, duplicate } = await addPhoto(ctx, {
    ...file,
    galleryId: path.galleryId,
    uploadedBy: viewer.id,
    filename: await freeName(ctx, path, sha256),
    relativePath: null,
    ...(before && !isSame && { before: { photoId: before.photo_id, sha256: before.sha256 } }),
  });
  const isBack = isSame && before.photo_id === photo.id && before.made_photo;
  const outcome = { ...taken, photo_id: photo.id, made_photo: !duplicate || isBack };
  return saveDelivery(ctx.db, path, outcome, ctx.clock.now());
}

/** @returns the photo that has the file now; undefined where it is to be one of its own, and the file is still there */
async function replaceDelivered(
  ctx: DeliverDependencies,
  viewer: SignedIn,
  before: Delivery,
  file: DeliveredFile,
): Promise<string | undefined> {
  const photo = before.state === 'taken' ? await findDeliveredPhoto(ctx.db, before) : undefined;
  if (photo?.uploaded_by !== viewer.id) return undefined;
  // As the account, not as its key, which knows of no hidden photo: added beside it, the new version would be seen.
  const { key: _, ...account } = viewer;
  const upload = { ...file, filename: photo.filename };
  const { outcome } = await replacePhoto(ctx, account, { photo_id: photo.id, upload });
  return outcome === 'another_shot' ? undefined : photo.id;
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
