import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MemoryLocker, Metadata, Server } from '@tus/server';
import express, { type Request, type Router } from 'express';
import { AppError, fieldError } from '#server/contract/errors.ts';
import { requireGallery } from '#server/features/galleries/galleries.access.ts';
import { addPhoto } from '#server/features/photos/add-photo.ts';
import {
  deleteUpload,
  finishUpload,
  insertUpload,
  type ResumableUpload,
  requireUpload,
} from '#server/features/photos/resumable-uploads.repository.ts';
import { requireRoomForUpload } from '#server/features/storage-usage/require-room.ts';
import { newId } from '#server/ids.ts';
import { type RequestContext, requireViewer, type SignedIn } from '#server/trpc/request-context.ts';
import { toAppError, wireError } from '#server/trpc/wire-error.ts';
import { cleanFileName, cleanPath } from './clean-file-name.ts';
import type { BuildContext, FileRouteDependencies } from './file-route-dependencies.ts';
import { PartialFileStore } from './partial-file-store.ts';
import { watchSender } from './receive-upload.ts';
import { uploadRefusal } from './upload-refusal.ts';

const PATH = '/photos/uploads';
const methods = new Set(['POST', 'HEAD', 'PATCH', 'DELETE']);

/**
 * Photos in parts, by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload): a lost connection costs no
 * byte that has arrived. POST names gallery and file in `Upload-Metadata`, PATCH brings bytes, and the one that brings
 * the last answers the photo, as POST /photos/upload does.
 */
export function resumableUploadRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  // Shared by all requests: two for one upload come one after the other.
  const locker = dependencies.uploadLocker ?? new MemoryLocker();
  const router = express.Router();
  router.all([PATH, `${PATH}/:id`], async (req, res) => {
    if (!methods.has(req.method) || (req.method === 'POST') !== (req.params.id === undefined))
      throw new AppError('method_not_allowed');
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    const { store } = dependencies;
    const find = (id: string) => requireUpload(ctx.db, id, viewer.id, ctx.clock.now());
    const fresh = req.method === 'POST' ? await requireNewUpload(req, ctx, viewer, dependencies) : undefined;
    if (typeof req.params.id === 'string') await find(req.params.id);
    const server = new Server({
      path: `/api${PATH}`,
      relativeLocation: true,
      allowedOrigins: [],
      locker,
      namingFunction: () => newId(),
      datastore: new PartialFileStore({
        path: (id) => store.partialPath(id),
        find,
        remove: (id) => deleteUpload(ctx.db, store, id),
        insert: async ({ id }) => {
          if (fresh) await insertUpload(ctx.db, { ...fresh, id });
        },
      }),
      onUploadFinish: async (_request, { id }) => answerFinished(req, ctx, await find(id), dependencies),
      onResponseError: async (_request, error) => errorText(req, error),
    });
    res.set('Cache-Control', 'no-store');
    const release = watchSender(req, () => req.destroy());
    try {
      await server.handle(req, res);
    } finally {
      release();
    }
  });
  return router;
}

/** What a client says it will send, checked before the first byte. */
async function requireNewUpload(
  req: Request,
  ctx: RequestContext,
  viewer: SignedIn,
  { maxBytes, store }: FileRouteDependencies,
): Promise<Omit<ResumableUpload, 'id' | 'photo_id'>> {
  await ctx.rateLimits.limitRequests('upload', viewer.id);
  const { gallery_id, filename, relative_path } = readMetadata(req.get('upload-metadata'));
  if (!gallery_id) throw fieldError('gallery_id', 'Gallery is required');
  const bytes = Number(req.get('upload-length'));
  if (!Number.isInteger(bytes) || bytes < 0) throw new AppError('upload_malformed');
  if (bytes === 0) throw new AppError('upload_no_file');
  if (bytes > maxBytes) throw new AppError('upload_too_large');
  await store.requireWritable(bytes);
  const gallery = await requireGallery(ctx, viewer, gallery_id, 'uploadPhotos');
  await requireRoomForUpload(ctx.db, gallery.id, { atLeast: bytes, atMost: bytes });
  return {
    gallery_id: gallery.id,
    uploaded_by: viewer.id,
    filename: cleanFileName(filename ?? ''),
    relative_path: relative_path ? cleanPath(relative_path) : null,
    bytes,
    created_at: ctx.clock.now(),
  };
}

function readMetadata(header: string | undefined): Record<string, string | null> {
  if (header === undefined) return {};
  try {
    return Metadata.parse(header);
  } catch (error) {
    throw new AppError('upload_malformed', { cause: error });
  }
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };

/** The photo, or why it became none: then nothing of it is kept. */
async function answerFinished(
  req: Request,
  ctx: RequestContext,
  upload: ResumableUpload,
  dependencies: FileRouteDependencies,
) {
  try {
    const path = dependencies.store.partialPath(upload.id);
    const sha256 = createHash('sha256');
    await pipeline(createReadStream(path), sha256);
    const galleryId = (await requireGallery(ctx, requireViewer(ctx), upload.gallery_id, 'uploadPhotos')).id;
    const { photo, duplicate } = await addPhoto(
      { ...ctx, ...dependencies },
      {
        galleryId,
        uploadedBy: upload.uploaded_by,
        temporaryPath: path,
        sha256: sha256.digest(),
        bytes: upload.bytes,
        filename: upload.filename,
        relativePath: upload.relative_path,
      },
    );
    await finishUpload(ctx.db, upload.id, photo.id);
    const body = JSON.stringify({ success: true, data: { ...photo, duplicate } });
    return { status_code: duplicate ? 200 : 201, headers: json, body };
  } catch (error) {
    const known = toAppError(uploadRefusal(error), (cause) => req.log.error({ err: cause }, 'upload failed'));
    if (known.status < 500) await deleteUpload(ctx.db, dependencies.store, upload.id);
    const { http_status, ...body } = wireError(known, String(req.id));
    return { status_code: http_status, headers: json, body: JSON.stringify({ success: false, ...body }) };
  }
}

/** Objections of the protocol keep their status, which clients act upon; others read as everywhere. */
function errorText(req: Request, error: object): { status_code: number; body: string } {
  const status = (error as { status_code?: unknown }).status_code;
  const known =
    typeof status === 'number'
      ? new AppError('upload_malformed', { cause: error })
      : toAppError(error, (cause) => req.log.error({ err: cause }, 'upload failed'));
  const { http_status, ...body } = wireError(known, String(req.id));
  return {
    status_code: typeof status === 'number' ? status : http_status,
    body: JSON.stringify({ success: false, ...body }),
  };
}
