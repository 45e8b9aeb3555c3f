import express, { type Request, type Response, type Router } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { photoExists } from '#server/features/galleries/photos/photo-files.repository.ts';
import { FIRST_RENDITIONS } from '#server/features/galleries/photos/store-renditions.ts';
import {
  findGuestPhotoFile,
  type GuestPhotoFile,
} from '#server/features/sharing/guest-photos/guest-photos.repository.ts';
import { requireId } from '#server/ids.ts';
import { requireGuest } from '#server/rest/uploads/require-guest.ts';
import { type RequestContext, requireViewer } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { sendRendition } from './rendition-on-demand.ts';
import type { Picture } from './send-picture.ts';

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

  const send = (
    ctx: RequestContext,
    req: Request,
    res: Response,
    photo: GuestPhotoFile,
    cache: Picture['cache'],
  ): Promise<void> =>
    sendRendition(
      ctx,
      req,
      res,
      dependencies,
      { ...photo, rendition_version: FIRST_RENDITIONS },
      {
        cache,
        isStillThere: async () =>
          (await findGuestPhotoFile(ctx.db, photo.id)) !== undefined || photoExists(ctx.db, photo),
      },
    );

  return router;
}
