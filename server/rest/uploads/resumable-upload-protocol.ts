import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MemoryLocker, Metadata, Server } from '@tus/server';
import express, { type Request, type Response, type Router } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import {
  deleteUpload,
  finishUpload,
  insertUpload,
  isActive,
  markActive,
  type NewUpload,
  type ResumableUpload,
  requireUpload,
  type UploadSender,
} from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import { newId } from '#server/ids.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import { toAppError, wireError } from '#server/trpc/wire-error.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { tooLarge, watchSender } from './receive-upload.ts';
import { PartialFileStore } from './resumable-upload-store.ts';
import { uploadRefusal } from './upload-refusal.ts';

const methods = new Set(['POST', 'HEAD', 'PATCH', 'DELETE']);
const VERSION = '1.0.0';

/** The sender of one request, and what is done with the upload. Refused requests have none. */
export interface Intake {
  sender: UploadSender;
  /** Checks what a client says it will send, before the first byte. */
  begin(): Promise<NewUpload>;
  /** Locks what uploads are counted by, and refuses one too many, in the transaction in which it begins. */
  requireFewUploads: Parameters<typeof insertUpload>[2];
  /** Makes of all bytes what they were sent for; `data` is the answer. The file at `path` is taken over. */
  finish(
    upload: ResumableUpload,
    file: { path: string; sha256: Buffer },
  ): Promise<{ data: { id: string }; duplicate: boolean }>;
}

/**
 * Photos in parts, by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload): a lost connection costs no
 * byte that has arrived. POST names the file in `Upload-Metadata`, PATCH brings bytes, and the one that brings the last
 * answers what became of them.
 * @param path of the routes, as Express writes it
 */
export function tusRoutes(
  path: string,
  context: BuildContext,
  dependencies: FileRouteDependencies,
  intakeOf: (req: Request, ctx: RequestContext) => Promise<Intake>,
): Router {
  // Shared by all requests: two for one upload come one after the other.
  const locker = dependencies.uploadLocker ?? new MemoryLocker();
  const router = express.Router();
  router.all([path, `${path}/:id`], async (req, res) => {
    const uploadId = typeof req.params.id === 'string' ? req.params.id : undefined;
    if (!methods.has(req.method) || (req.method === 'POST') !== (uploadId === undefined))
      throw new AppError('method_not_allowed');
    if (req.get('tus-resumable') !== VERSION) return refuseVersion(req, res);
    const ctx = await context(req, res);
    const intake = await intakeOf(req, ctx);
    const { store } = dependencies;
    const find = (id: string) => requireUpload(ctx.db, id, intake.sender, ctx.clock.now());
    const fresh = req.method === 'POST' ? await intake.begin() : undefined;
    if (uploadId !== undefined) await find(uploadId);
    const server = new Server({
      path: pathOfUploads(req, uploadId),
      relativeLocation: true,
      allowedOrigins: [],
      locker,
      namingFunction: () => newId(),
      datastore: new PartialFileStore({
        path: (id) => store.partialPath(id),
        find,
        open: async (upload, received) => {
          const now = ctx.clock.now();
          // Of one that paused, the room was given to others.
          const regained = isActive(upload, now) ? undefined : await store.reserve(upload.bytes - received);
          try {
            await markActive(ctx.db, upload.id, now, received);
            return await store.partialDraft(upload.id);
          } finally {
            regained?.release();
          }
        },
        close: (id, received) => markActive(ctx.db, id, ctx.clock.now(), received),
        remove: (id) => deleteUpload(ctx.db, store, id),
        insert: async ({ id }) => {
          if (fresh) await insertUpload(ctx.db, { ...fresh, id }, intake.requireFewUploads);
        },
      }),
      onUploadFinish: async (_request, { id }) =>
        answerFinished(req, ctx, intake, await find(id), dependencies),
      onResponseError: async (_request, error) => errorText(req, error),
    });
    res.set('Cache-Control', 'no-store');
    // Kept until the row is written, which keeps it from then on.
    const room = fresh && (await store.reserve(fresh.bytes));
    const release = watchSender(req, () => req.destroy());
    try {
      await server.handle(req, res);
    } finally {
      release();
      room?.release();
    }
  });
  return router;
}

/** Names the version that is spoken here, as the protocol wants it. */
function refuseVersion(req: Request, res: Response): void {
  const { http_status: _, ...body } = wireError(new AppError('upload_malformed'), String(req.id));
  res
    .status(412)
    .set('Tus-Version', VERSION)
    .json({ success: false, ...body });
}

/** The address of the request, without the id of an upload. */
function pathOfUploads(req: Request, uploadId: string | undefined): string {
  const whole = `${req.baseUrl}${req.path}`.replace(/\/$/, '');
  return uploadId === undefined ? whole : whole.slice(0, whole.lastIndexOf('/'));
}

export function readMetadata(req: Request): Record<string, string | null> {
  const header = req.get('upload-metadata');
  if (header === undefined) return {};
  try {
    return Metadata.parse(header);
  } catch (error) {
    throw new AppError('upload_malformed', { cause: error });
  }
}

/** How many bytes are announced. @throws AppError when there are none or too many, or the storage is away */
export async function requireAnnouncedBytes(
  req: Request,
  { maxBytes, store }: Pick<FileRouteDependencies, 'maxBytes' | 'store'>,
): Promise<number> {
  const bytes = Number(req.get('upload-length'));
  if (!Number.isInteger(bytes) || bytes < 0) throw new AppError('upload_malformed');
  if (bytes === 0) throw new AppError('upload_empty');
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  await store.requireWritableWithFreeSpace();
  return bytes;
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };

/**
 * Answers the stored photo or the error. After a refusal (a status below 500) the bytes are deleted; after other errors they
 * stay, and the client is asked for the last one again (`getUpload` of resumable-upload-store.ts).
 */
async function answerFinished(
  req: Request,
  ctx: RequestContext,
  intake: Intake,
  upload: ResumableUpload,
  dependencies: FileRouteDependencies,
) {
  // Made a photo by an earlier request, whose answer a client missed: the protocol's own answer says that all is here.
  if (upload.photo_id !== null) return {};
  try {
    const path = dependencies.store.partialPath(upload.id);
    const sha256 = createHash('sha256');
    await pipeline(createReadStream(path), sha256);
    const { data, duplicate } = await intake.finish(upload, { path, sha256: sha256.digest() });
    await finishUpload(ctx.db, upload.id, data.id);
    const body = JSON.stringify({ success: true, data: { ...data, duplicate } });
    return { status_code: duplicate ? 200 : 201, headers: json, body };
  } catch (error) {
    const known = toAppError(uploadRefusal(error), (cause) => req.log.error({ err: cause }, 'upload failed'));
    if (known.status < 500) await deleteUpload(ctx.db, dependencies.store, upload.id);
    const { http_status, ...body } = wireError(known, String(req.id));
    return { status_code: http_status, headers: json, body: JSON.stringify({ success: false, ...body }) };
  }
}

/**
 * Objections of the protocol keep their status, which clients act upon; others read as everywhere. An extension that is not
 * offered (501) is the client's mistake.
 */
function errorText(req: Request, error: object): { status_code: number; body: string } {
  const objection = (error as { status_code?: unknown }).status_code;
  const status = objection === 501 ? 400 : objection;
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
