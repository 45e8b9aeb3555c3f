import express, { type Request, type Router } from 'express';
import { ImagingError } from '#ml/index.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { type DownloadSize, downloadSizes } from '#server/contract/rendition-sizes.ts';
import { requireGalleryOfPhoto } from '#server/features/galleries/galleries/load-gallery.ts';
import {
  getShownPhotoFile,
  photoExists,
  requireShown,
} from '#server/features/galleries/photos/photo-files.repository.ts';
import { queueMissingRenditions } from '#server/features/galleries/photos/queue-missing-renditions.ts';
import { reportCutFile } from '#server/features/galleries/photos/report-cut-file.ts';
import {
  requireDownloadAllowed,
  requireLink,
} from '#server/features/sharing/share-links/check-share-link.ts';
import { countVisit } from '#server/features/sharing/share-links/share-links.repository.ts';
import { requireId } from '#server/ids.ts';
import { whoseRights } from '#server/remember-until-written.ts';
import { type RequestContext, requireViewer } from '#server/trpc/request-context.ts';
import { type PhotoAudience, visitorsBy } from '#server/visibility/photo-visibility.sql.ts';
import { decodingInterrupted } from '../decoding-interrupted.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { type PhotoFile, pictureOf } from './picture-for-audience.ts';
import { asMissing, cachePrivately, sendPicture } from './send-picture.ts';

/** GET of one picture, by viewers with an account and by share link. */
export function pictureRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();

  router.get('/photos/:id/download', async (req, res) => {
    const ctx = await context(req, res, 'read');
    const viewer = requireViewer(ctx);
    const id = requireId(req.params.id ?? '', 'photo_not_found');
    const { photo, audience } = await ctx.recall(
      `photo ${id} ${whoseRights(viewer)} ${ctx.clock.today()}`,
      async () => {
        const { file, audience } = await requireGalleryOfPhoto(ctx, viewer, id);
        return { photo: { ...file, blurred_faces: await requireShown(ctx.db, file.id, audience) }, audience };
      },
    );
    const size = sizeOf(req);
    const asAttachment = req.query.download === '1';
    const recall = size === 'small' ? ctx.beginReadingPictures() : undefined;
    await choose(ctx, photo, { size, audience, shown: isToBeShown(req) })
      .then((chosen) =>
        sendPicture(req, res, dependencies.store, { ...chosen, asAttachment, cache: cachePrivately, recall }),
      )
      .catch(tellOfLostFile(ctx, photo, size));
  });

  router.get('/galleries/shared/:token/photos/:id/download', async (req, res) => {
    const ctx = await context(req, res);
    res.set('Cache-Control', 'no-store');
    const { unlock } = req.query;
    const link = await requireLink(ctx, {
      token: req.params.token,
      unlock: typeof unlock === 'string' ? unlock : undefined,
    });
    const audience = visitorsBy(link, ctx.clock.today());
    const id = requireId(req.params.id ?? '', 'photo_not_found');
    const photo = await ctx.recall(`photo ${id} by ${link.id} ${ctx.clock.today()}`, () =>
      getShownPhotoFile(ctx.db, id, audience),
    );
    if (link.gallery_id !== null && photo.gallery_id !== link.gallery_id)
      throw new AppError('photo_not_found');
    const size = sizeOf(req);
    const shown = isToBeShown(req);
    const asAttachment = size === 'original' && !shown;
    const recall = size === 'small' ? ctx.beginReadingPictures() : undefined;
    if (size === 'original') requireDownloadAllowed(link);
    await choose(ctx, photo, { size, audience, shown })
      .then(async (chosen) => {
        if (asAttachment && req.method === 'GET' && !req.get('range'))
          await countVisit(ctx.db, link.id, 'download_count');
        await sendPicture(req, res, dependencies.store, {
          ...chosen,
          asAttachment,
          cache: 'no-store',
          recall,
        });
      })
      .catch(tellOfLostFile(ctx, photo, size));
  });

  const choose = (
    ctx: RequestContext,
    photo: PhotoFile,
    wanted: { size: DownloadSize; audience: PhotoAudience; shown: boolean },
  ) =>
    pictureOf(dependencies, photo, {
      ...wanted,
      isStillThere: () => photoExists(ctx.db, photo),
    }).catch(fileDamaged);

  /** Queues a lost derived picture, and tells of an original that was cut; this answer still says so. */
  function tellOfLostFile(ctx: RequestContext, photo: PhotoFile, size: DownloadSize) {
    return async (error: unknown): Promise<never> => {
      if (size !== 'original' && error instanceof AppError && error.code === 'photo_file_missing')
        await queueMissingRenditions({ ...ctx, store: dependencies.store }, photo);
      return reportCutFile(ctx, photo.gallery_id, error);
    };
  }

  return router;
}

/** The photo was checked when it was uploaded, so a decoding error means that the stored file is damaged. */
function fileDamaged(error: unknown): never {
  if (error instanceof ImagingError) throw new AppError('image_unreadable', { cause: error });
  return asMissing(decodingInterrupted(error));
}

/** An original that is looked at in the viewer, which is no download. */
const isToBeShown = (req: Request): boolean => req.query.shown === '1';

function sizeOf(req: Request): DownloadSize {
  const size = req.query.size ?? 'original';
  const known = downloadSizes.find((each) => each === size);
  if (known) return known;
  throw fieldError('size', `Must be one of: ${downloadSizes.join(', ')}`);
}
