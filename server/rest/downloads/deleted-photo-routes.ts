import express, { type Router } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { findDeletedPhotoFile } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { photoExists } from '#server/features/galleries/photos/photo-files.repository.ts';
import { requireId } from '#server/ids.ts';
import { requireViewer } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { sendRendition } from './rendition-on-demand.ts';

/** GET of one picture of a deleted photo, by those who may restore it. */
export function deletedPictureRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();

  router.get('/deleted-photos/:id/picture', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    const id = requireId(req.params.id ?? '', 'photo_not_found');
    const find = () => findDeletedPhotoFile(ctx.db, id, ctx.clock.now());
    const photo = await find();
    if (!photo) throw new AppError('photo_not_found');
    await requireGallery(ctx, viewer, photo.gallery_id, 'deletePhotos');
    await sendRendition(ctx, req, res, dependencies, photo, {
      cache: 'private, no-cache',
      isStillThere: async () => (await find()) !== undefined || photoExists(ctx.db, photo),
    });
  });

  return router;
}
