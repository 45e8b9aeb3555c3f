import { rm } from 'node:fs/promises';
import express, { type Request, type Router } from 'express';
import { fieldError } from '#server/contract/app-error.ts';
import { requireRoomForUpload } from '#server/features/clubs/storage-usage/require-storage-room.ts';
import { photoFor } from '#server/features/galleries/galleries/answer-keys.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { addPhoto } from '#server/features/galleries/photos/add-photo.ts';
import { type RequestContext, requireViewer, type SignedIn } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { cleanFileName, cleanPath } from './clean-uploaded-file-name.ts';
import { expectedBytes, receiveUpload, requireContent } from './receive-upload.ts';
import { uploadRefusal } from './upload-refusal.ts';

/** POST /photos/upload. */
export function uploadRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();
  router.post('/photos/upload', async (req, res) => {
    const ctx = await context(req, res, 'upload');
    const viewer = requireViewer(ctx);
    await ctx.rateLimits.limitRequests('upload', viewer.id);
    const { photo, duplicate, held } = await upload(req, ctx, viewer, dependencies);
    res
      .status(duplicate ? 200 : 201)
      .set('Cache-Control', 'no-store')
      .json({ success: true, data: { ...photoFor(viewer, photo), duplicate, ...(held && { held }) } });
  });
  return router;
}

async function upload(
  req: Request,
  ctx: RequestContext,
  viewer: SignedIn,
  dependencies: FileRouteDependencies,
) {
  const fromQuery = typeof req.query.gallery_id === 'string' ? req.query.gallery_id : undefined;
  const authorise = async (id: string) => (await requireGallery(ctx, viewer, id, 'uploadPhotos')).id;
  const authoriseBefore = async (id: string) => {
    const galleryId = await authorise(id);
    await requireRoomForUpload(ctx.db, galleryId, expectedBytes(req), ctx.clock.now());
    return galleryId;
  };
  const early = fromQuery === undefined ? undefined : await authoriseBefore(fromQuery);
  const { file, fields } = await receiveUpload(req, {
    maxBytes: dependencies.maxBytes,
    store: dependencies.store,
    beforeFile: async ({ gallery_id }) => {
      if (early === undefined && gallery_id !== undefined) await authoriseBefore(gallery_id);
    },
  });
  try {
    const wanted = fields.gallery_id ?? fromQuery;
    if (wanted === undefined) throw fieldError('gallery_id', 'Gallery is required');
    const galleryId = wanted === fromQuery && early ? early : await authorise(wanted);
    const photo = requireContent(file);
    return await addPhoto(
      { ...ctx, ...dependencies },
      {
        galleryId,
        uploadedBy: viewer.id,
        temporaryPath: photo.path,
        sha256: photo.sha256,
        bytes: photo.bytes,
        filename: cleanFileName(photo.filename),
        relativePath: fields.relative_path ? cleanPath(fields.relative_path) : null,
      },
    );
  } catch (error) {
    if (file) await rm(file.path, { force: true });
    throw uploadRefusal(error);
  }
}
