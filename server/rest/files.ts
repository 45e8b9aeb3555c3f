import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import { DecodingInterrupted, ImagingError } from '#ml/index.ts';
import { AppError, fieldError } from '#server/contract/errors.ts';
import { limits, renditionSizes } from '#server/contract/limits.ts';
import { requireGallery } from '#server/features/galleries/galleries.access.ts';
import { countVisit } from '#server/features/links/links.repository.ts';
import { addPhoto, type PhotoParts } from '#server/features/photos/add-photo.ts';
import { findPhotoFile, isPhotoThere } from '#server/features/photos/downloads.repository.ts';
import { mendRenditions } from '#server/features/photos/mend-renditions.ts';
import { buildRequestContext } from '#server/http/request-context.ts';
import { requireId } from '#server/ids.ts';
import type { AppContext } from '#server/needs.ts';
import { type RequestContext, requireViewer, type SignedIn } from '#server/trpc/context.ts';
import { archivesRouter } from './archives.ts';
import { linkOf } from './link-of.ts';
import { type PhotoFile, pictureOf, publicCopy, type Size } from './picture-files.ts';
import { receiveUpload } from './receive-upload.ts';
import { asMissing, sendPicture } from './send-picture.ts';

export type FileParts = Pick<PhotoParts, 'store' | 'imaging' | 'maxPixels'> & { maxBytes: number };

/** The routes that carry bytes. They call the same access functions as the guarded doors, by hand. */
export function filesRouter(app: AppContext, parts: FileParts): Router {
  const router = express.Router();
  const context = (req: Request, res: Response) => buildRequestContext(app, req, res);
  router.use(archivesRouter(context, parts));

  router.post('/photos/upload', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    await ctx.attempts.count('upload', viewer.id);
    await parts.store.requireWritable(Number(req.get('content-length') ?? 0));
    const { photo, duplicate } = await upload(req, ctx, viewer, parts);
    res
      .status(duplicate ? 200 : 201)
      .set('Cache-Control', 'no-store')
      .json({ success: true, data: { ...photo, duplicate } });
  });

  router.get('/photos/:id/download', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    const photo = await getFile(ctx, req.params.id ?? '');
    await requireGallery(ctx.db, viewer, photo.gallery_id, 'read');
    const size = sizeOf(req);
    const asAttachment = req.query.download === '1';
    const picture = { ...pictureOf(photo, size), asAttachment, cache: 'private, no-cache' } as const;
    await sendPicture(req, res, parts.store, picture).catch(mended(ctx, photo, size));
  });

  router.get('/galleries/shared/:token/photos/:id/download', async (req, res) => {
    const ctx = await context(req, res);
    res.set('Cache-Control', 'no-store');
    const link = await linkOf(ctx, req);
    const photo = await getFile(ctx, req.params.id ?? '');
    if (photo.gallery_id !== link.gallery_id) throw new AppError('photo_not_found');
    const size = sizeOf(req);
    if (size !== 'original') {
      const picture = { ...pictureOf(photo, size), asAttachment: false, cache: 'no-store' } as const;
      await sendPicture(req, res, parts.store, picture).catch(mended(ctx, photo, size));
      return;
    }
    if (!link.allow_download) throw new AppError('link_download_forbidden');
    const copy = await publicCopy(parts, photo, () => isPhotoThere(ctx.db, photo.id)).catch(asRuined);
    if (req.method === 'GET' && !req.get('range')) await countVisit(ctx.db, link.id, 'download_count');
    await sendPicture(req, res, parts.store, { ...copy, asAttachment: true, cache: 'no-store' });
  });

  /** Has a lost derived picture made again; this answer still says that it is missing. */
  function mended(ctx: RequestContext, photo: PhotoFile, size: Size) {
    return async (error: unknown): Promise<never> => {
      if (size !== 'original' && error instanceof AppError && error.code === 'photo_file_missing')
        await mendRenditions({ ...ctx, store: parts.store }, photo);
      throw error;
    };
  }

  return router;
}

async function upload(req: Request, ctx: RequestContext, viewer: SignedIn, parts: FileParts) {
  const fromQuery = typeof req.query.gallery_id === 'string' ? req.query.gallery_id : undefined;
  const authorise = async (id: string) => (await requireGallery(ctx.db, viewer, id, 'uploadPhotos')).id;
  const early = fromQuery === undefined ? undefined : await authorise(fromQuery);
  const { file, fields } = await receiveUpload(req, {
    maxBytes: parts.maxBytes,
    temporaryPath: () => parts.store.temporaryPath(),
    beforeFile: async ({ gallery_id }) => {
      if (early === undefined && gallery_id !== undefined) await authorise(gallery_id);
    },
  });
  try {
    const wanted = fields.gallery_id ?? fromQuery;
    if (wanted === undefined) throw fieldError('gallery_id', 'Gallery is required');
    const galleryId = wanted === fromQuery && early ? early : await authorise(wanted);
    if (!file || (file.bytes === 0 && file.filename === '')) throw new AppError('upload_no_file');
    return await addPhoto(
      { ...ctx, ...parts },
      {
        galleryId,
        uploadedBy: viewer.id,
        temporaryPath: file.path,
        sha256: file.sha256,
        bytes: file.bytes,
        filename: shownName(file.filename),
        relativePath: fields.relative_path ? shownPath(fields.relative_path) : null,
      },
    );
  } catch (error) {
    if (file) await rm(file.path, { force: true });
    throw error instanceof ImagingError ? new AppError(error.code, { cause: error }) : asInterrupted(error);
  }
}

/** It was a good picture when it came, so whatever is wrong with it now is that it is damaged. */
function asRuined(error: unknown): never {
  if (error instanceof ImagingError) throw new AppError('image_unreadable', { cause: error });
  return asMissing(asInterrupted(error));
}

function asInterrupted(error: unknown): unknown {
  return error instanceof DecodingInterrupted
    ? new AppError('decoding_interrupted', { cause: error })
    : error;
}

/** A file's name is only ever shown, never used as a path. Control characters and folders are taken off. */
function shownName(name: string): string {
  const clean = basename(shownPath(name).replaceAll('\\', '/')).slice(0, limits.nameMax).trim();
  return clean || 'photo';
}
const shownPath = (path: string): string =>
  path
    .normalize('NFC')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, limits.descriptionMax);

async function getFile(ctx: RequestContext, id: string) {
  const photo = await findPhotoFile(ctx.db, requireId(id, 'photo_not_found'));
  if (!photo) throw new AppError('photo_not_found');
  return photo;
}

function sizeOf(req: Request): Size {
  const size = req.query.size ?? 'original';
  if (size === 'original' || (typeof size === 'string' && Object.hasOwn(renditionSizes, size)))
    return size as Size;
  throw fieldError('size', 'Must be one of: original, large, medium, small');
}
