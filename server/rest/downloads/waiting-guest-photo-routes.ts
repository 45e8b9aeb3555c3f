import express, { type Request, type Response, type Router } from 'express';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { type RenditionSize, renditionNames } from '#server/contract/rendition-sizes.ts';
import { requireGallery } from '#server/features/galleries/load-gallery.ts';
import {
  findGuestPhotoFile,
  type GuestPhotoFile,
} from '#server/features/guest-photos/guest-photos.repository.ts';
import { photoExists } from '#server/features/photos/photo-files.repository.ts';
import { FIRST_RENDITIONS, storeRenditions } from '#server/features/photos/store-renditions.ts';
import { requireId } from '#server/ids.ts';
import { requireGuest } from '#server/rest/uploads/require-guest.ts';
import { uploadRefusal } from '#server/rest/uploads/upload-refusal.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { type RequestContext, requireViewer } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { makeOnce } from './make-file-once.ts';
import { asMissing, type Picture, sendPicture } from './send-picture.ts';

/** GET of one picture of a photo that waits: by those who decide about it, and by the browser that sent it. */
export function guestPictureRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();

  router.get('/guest-photos/:id/picture', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    const photo = await findGuestPhotoFile(ctx.db, requireId(req.params.id ?? '', 'photo_not_found'));
    if (!photo) throw new AppError('photo_not_found');
    await requireGallery(ctx, viewer, photo.gallery_id, 'decideGuestPhotos');
    await send(ctx, req, res, photo, 'private, no-cache');
  });

  router.get('/galleries/shared/:token/guest-photos/:id/picture', async (req, res) => {
    const ctx = await context(req, res);
    res.set('Cache-Control', 'no-store');
    const { guest } = await requireGuest(ctx, req);
    const photo = await findGuestPhotoFile(ctx.db, requireId(req.params.id ?? '', 'photo_not_found'));
    if (photo?.share_link_id !== guest.linkId || photo.guest_hash !== guest.guestHash)
      throw new AppError('photo_not_found');
    await send(ctx, req, res, photo, 'no-store');
  });

  async function send(
    ctx: RequestContext,
    req: Request,
    res: Response,
    photo: GuestPhotoFile,
    cache: Picture['cache'],
  ): Promise<void> {
    const size = sizeOf(req);
    const key = renditionKey(photo.id, size, FIRST_RENDITIONS);
    if (!(await dependencies.store.stat(key))) await makeRenditions(ctx, photo);
    await sendPicture(req, res, dependencies.store, {
      key,
      etag: `${photo.id}-${size}`,
      mime: 'image/jpeg',
      filename: `${photo.filename.replace(/\.[^.]*$/, '')}.jpg`,
      asAttachment: false,
      cache,
    });
  }

  /** Backups hold no renditions. */
  async function makeRenditions(ctx: RequestContext, photo: GuestPhotoFile): Promise<void> {
    const { store, maxPixels } = dependencies;
    await makeOnce(`guest photo ${photo.id}`, async () => {
      await store
        .withLocalFile(photo.original_key, (source) =>
          storeRenditions(dependencies, { source, photoId: photo.id, version: FIRST_RENDITIONS, maxPixels }),
        )
        .catch((error: unknown) => asMissing(uploadRefusal(error)));
      await removeIfGone(ctx, photo);
    });
  }

  /** Looked at after the files are in place: a deletion from here on removes them, one before has not seen them. */
  async function removeIfGone(ctx: RequestContext, photo: GuestPhotoFile): Promise<void> {
    const waits = await findGuestPhotoFile(ctx.db, photo.id);
    if (waits || (await photoExists(ctx.db, photo.id))) return;
    for (const size of renditionNames)
      await dependencies.store.remove(renditionKey(photo.id, size, FIRST_RENDITIONS));
    asMissing(new StoredFileMissing(photo.original_key));
  }

  return router;
}

function sizeOf(req: Request): RenditionSize {
  const size = req.query.size ?? 'small';
  const known = renditionNames.find((each) => each === size);
  if (known) return known;
  throw fieldError('size', `Must be one of: ${renditionNames.join(', ')}`);
}
