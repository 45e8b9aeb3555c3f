import { rm } from 'node:fs/promises';
import express, { type Response, type Router } from 'express';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { newerVersionsInput } from '#server/contract/schemas/photos.ts';
import { requireRoomForUpload } from '#server/features/clubs/storage-usage/require-storage-room.ts';
import { photoFor } from '#server/features/galleries/galleries/answer-keys.ts';
import { findNewerVersions } from '#server/features/galleries/photos/find-newer-versions.ts';
import { replaceByAdded } from '#server/features/galleries/photos/replace-by-added.ts';
import {
  bringBack,
  type Replaced,
  replacePhoto,
  requireReplaceable,
} from '#server/features/galleries/photos/replace-photo.ts';
import { parseBodies } from '#server/http/parse-request-bodies.ts';
import { bodyTimeout } from '#server/http/unread-bodies.ts';
import { requireViewer } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { expectedBytes, receiveUpload, requireContent } from './receive-upload.ts';
import { uploadRefusal } from './upload-refusal.ts';

/** POST /photos/{id}/replace, /replace-by/{added_id} and /bring-back, and /photos/gallery/{id}/newer-versions. */
export function replaceRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();

  router.post('/photos/:id/replace', async (req, res) => {
    const ctx = await context(req, res, 'upload');
    const viewer = requireViewer(ctx);
    await ctx.rateLimits.limitRequests('upload', viewer.id);
    const { id: photo_id, gallery_id } = await requireReplaceable(ctx, viewer, req.params.id ?? '');
    await requireRoomForUpload(ctx.db, gallery_id, expectedBytes(req), ctx.clock.now());
    const { file } = await receiveUpload(req, { ...dependencies, beforeFile: async () => undefined });
    try {
      const { path: temporaryPath, sha256, bytes } = requireContent(file);
      const upload = { temporaryPath, sha256, bytes };
      const replaced = await replacePhoto({ ...ctx, ...dependencies }, viewer, { photo_id, upload });
      if (replaced.outcome === 'another_shot') throw new AppError('photo_another_shot');
      send(res, { ...photoFor(viewer, replaced.photo), ...saidOf(replaced) });
    } catch (error) {
      throw uploadRefusal(error);
    } finally {
      if (file) await rm(file.path, { force: true });
    }
  });

  router.use('/photos/gallery/:id/newer-versions', bodyTimeout(), parseBodies());
  router.post('/photos/gallery/:id/newer-versions', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    const input = newerVersionsInput.safeParse(req.body);
    if (!input.success) throw fieldError('photo_ids', input.error.issues[0]?.message ?? '');
    const which = { id: req.params.id ?? '', ...input.data };
    const found = await findNewerVersions({ ...ctx, ...dependencies }, viewer, which).catch(
      (error: unknown) => {
        throw uploadRefusal(error);
      },
    );
    send(res, found);
  });

  router.post('/photos/:id/replace-by/:added_id', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    await ctx.rateLimits.limitRequests('upload', viewer.id);
    const which = { id: req.params.id ?? '', addedId: req.params.added_id ?? '' };
    const replaced = await replaceByAdded({ ...ctx, ...dependencies }, viewer, which).catch(
      (error: unknown) => {
        throw uploadRefusal(error);
      },
    );
    send(res, { ...replaced.photo, ...saidOf(replaced) });
  });

  router.post('/photos/:id/bring-back', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    await ctx.rateLimits.limitRequests('upload', viewer.id);
    const photo = await bringBack({ ...ctx, ...dependencies }, viewer, req.params.id ?? '').catch(
      (error: unknown) => {
        throw uploadRefusal(error);
      },
    );
    send(res, photo);
  });

  return router;
}

const saidOf = ({ outcome, held }: Exclude<Replaced, { outcome: 'another_shot' }>) => ({
  replaced: outcome === 'replaced',
  ...(held && { held }),
});

const send = (res: Response, data: unknown) =>
  res.set('Cache-Control', 'no-store').json({ success: true, data });
