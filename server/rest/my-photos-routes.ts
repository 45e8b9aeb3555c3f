import { rm } from 'node:fs/promises';
import express, { type Request, type Router } from 'express';
import { fieldError } from '#server/contract/app-error.ts';
import { requireFamilyMember } from '#server/features/faces/my-photos/family-with-references.repository.ts';
import type { Point } from '#server/features/faces/my-photos/read-face.ts';
import { searchByPhoto } from '#server/features/faces/my-photos/search-by-photo.ts';
import { sendReferencePicture } from '#server/features/faces/my-photos/send-reference-picture.ts';
import { requireViewer } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from './file-route-dependencies.ts';
import { receiveUpload, requireContent } from './uploads/receive-upload.ts';
import { uploadRefusal } from './uploads/upload-refusal.ts';

/** The pictures of a family, by the address that takes them. */
const addresses = [
  { purpose: 'find', path: '/my-photos/:id/references' },
  { purpose: 'guard', path: '/my-photos/:id/guard-pictures' },
] as const;

/** Pictures of faces: POST /my-photos/{id}/references, /my-photos/{id}/guard-pictures and /my-photos/find-once. */
export function myPhotosRoutes(context: BuildContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();

  router.post('/my-photos/find-once', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    await ctx.rateLimits.limitRequests('photo-search', viewer.id);
    const data = await withPicture(req, dependencies, (path, fields) =>
      searchByPhoto({ ...ctx, ...dependencies, viewer }, path, pointOf(fields.face)),
    );
    res.set('Cache-Control', 'no-store').json({ success: true, data });
  });

  for (const { purpose, path } of addresses)
    router.post(path, async (req, res) => {
      const ctx = await context(req, res);
      const viewer = requireViewer(ctx);
      const clubPersonId = req.params.id ?? '';
      await requireFamilyMember(ctx.db, viewer, clubPersonId, ctx.clock.today());
      await ctx.rateLimits.limitRequests('reference', viewer.id);
      const data = await withPicture(req, dependencies, (file, fields) =>
        sendReferencePicture(
          { ...ctx, ...dependencies, viewer },
          {
            purpose,
            clubPersonId,
            path: file,
            chosen: pointOf(fields.face),
            dryRun: fields.dry_run === 'true',
          },
        ),
      );
      res
        .status(data.state === 'saved' ? 201 : 200)
        .set('Cache-Control', 'no-store')
        .json({ success: true, data });
    });

  return router;
}

/** The picture lies on disk while it is read, and is removed whatever happens; after a crash at the next start. */
async function withPicture<T>(
  req: Request,
  { store, maxBytes }: FileRouteDependencies,
  read: (path: string, fields: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { file, fields } = await receiveUpload(req, {
    maxBytes,
    store,
    beforeFile: async () => undefined,
  });
  try {
    return await read(requireContent(file).path, fields);
  } catch (error) {
    throw uploadRefusal(error);
  } finally {
    if (file) await rm(file.path, { force: true });
  }
}

/** A point of the upright picture, `x,y` as fractions. */
function pointOf(text: string | undefined): Point | undefined {
  if (!text) return undefined;
  const [x = Number.NaN, y = Number.NaN, ...more] = text.split(',').map(Number);
  if (more.length > 0 || !(x >= 0 && x <= 1 && y >= 0 && y <= 1))
    throw fieldError('face', 'Must be two fractions, x,y');
  return { x, y };
}
