import type { Request, Router } from 'express';
import { fieldError } from '#server/contract/app-error.ts';
import { requireRoomForUpload } from '#server/features/clubs/storage-usage/require-storage-room.ts';
import { photoFor } from '#server/features/galleries/galleries/answer-keys.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { addPhoto } from '#server/features/galleries/photos/add-photo.ts';
import {
  type NewUpload,
  requireFewUploadsOfUser,
  requireUpload,
} from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import { type RequestContext, requireViewer, type SignedIn } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { cleanFileName, cleanPath } from './clean-uploaded-file-name.ts';
import { type Intake, readMetadata, requireAnnouncedBytes, tusRoutes } from './resumable-upload-protocol.ts';

/** Photos in parts, of accounts: the last bytes answer the photo, as POST /photos/upload does. */
export const resumableUploadRoutes = (context: BuildContext, dependencies: FileRouteDependencies): Router =>
  tusRoutes(
    '/photos/uploads',
    (req, res) => context(req, res, 'upload'),
    dependencies,
    async (req, ctx): Promise<Intake> => {
      const viewer = requireViewer(ctx);
      const sender = { userId: viewer.id };
      // Each part asks for the right, not the last alone: it may have been taken meanwhile. A key may not for all of its account.
      if ((req.method === 'PATCH' || viewer.key) && typeof req.params.id === 'string') {
        const { gallery_id } = await requireUpload(ctx.db, req.params.id, sender, ctx.clock.now());
        await requireGallery(ctx, viewer, gallery_id, 'uploadPhotos');
      }
      return {
        sender,
        begin: () => requireNewUpload(req, ctx, viewer, dependencies),
        requireFewUploads: (trx) => requireFewUploadsOfUser(trx, viewer.id, ctx.clock.now()),
        async finish(upload, { path, sha256 }) {
          const galleryId = (await requireGallery(ctx, viewer, upload.gallery_id, 'uploadPhotos')).id;
          const { photo, duplicate, held } = await addPhoto(
            { ...ctx, ...dependencies },
            {
              galleryId,
              cameInParts: true,
              uploadedBy: viewer.id,
              temporaryPath: path,
              sha256,
              bytes: upload.bytes,
              filename: upload.filename,
              relativePath: upload.relative_path,
            },
          );
          return { data: { ...photoFor(viewer, photo), ...(held && { held }) }, duplicate };
        },
      };
    },
  );

async function requireNewUpload(
  req: Request,
  ctx: RequestContext,
  viewer: SignedIn,
  dependencies: FileRouteDependencies,
): Promise<NewUpload> {
  await ctx.rateLimits.limitRequests('upload', viewer.id);
  const { gallery_id, filename, relative_path } = readMetadata(req);
  if (!gallery_id) throw fieldError('gallery_id', 'Gallery is required');
  const now = ctx.clock.now();
  const bytes = await requireAnnouncedBytes(req, dependencies);
  const gallery = await requireGallery(ctx, viewer, gallery_id, 'uploadPhotos');
  await requireRoomForUpload(ctx.db, gallery.id, { atLeast: bytes, atMost: bytes }, now);
  return {
    gallery_id: gallery.id,
    uploaded_by: viewer.id,
    share_link_id: null,
    guest_hash: null,
    guest_name: '',
    filename: cleanFileName(filename ?? ''),
    relative_path: relative_path ? cleanPath(relative_path) : null,
    bytes,
    created_at: now,
  };
}
