import express, { type Router } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { requireStillSignedIn } from '#server/features/accounts/auth/require-still-signed-in.ts';
import { requireNoPerson } from '#server/features/galleries/galleries/answer-keys.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import {
  type DownloadScope,
  listDownloadIds,
} from '#server/features/galleries/photos/downloads.repository.ts';
import {
  requireDownloadAllowed,
  requireLink,
  unlockTokenOf,
} from '#server/features/sharing/share-links/check-share-link.ts';
import { countVisit } from '#server/features/sharing/share-links/share-links.repository.ts';
import { getSharedGallery } from '#server/features/sharing/share-links/shared-gallery.repository.ts';
import { type RequestContext, requireViewer } from '#server/trpc/request-context.ts';
import { visitorsBy } from '#server/visibility/photo-visibility.sql.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { sendZip } from './send-zip.ts';
import { type Archive, entriesOf } from './zip-entries.ts';

type Dependencies = Pick<FileRouteDependencies, 'store' | 'imaging' | 'maxPixels'>;

/** GET of many photos as one ZIP, of a gallery or of a share link. */
export function zipDownloadRoutes(context: BuildContext, dependencies: Dependencies): Router {
  const router = express.Router();

  router.get('/galleries/:id/download', async (req, res) => {
    const ctx = await context(req, res, 'read');
    const viewer = requireViewer(ctx);
    requireNoPerson(viewer, req.query.face_id);
    const withNames = req.query.names === '1';
    const action = withNames ? 'editPeople' : 'read';
    const gallery = await requireGallery(ctx, viewer, req.params.id ?? '', action);
    const archive: Archive = {
      ids: await idsOf(
        ctx,
        dependencies,
        { galleryId: gallery.id, audience: gallery.audience },
        { personId: textOf(req.query.face_id), selectionId: textOf(req.query.selection) },
      ),
      audience: gallery.audience,
      namesFor: withNames ? viewer : undefined,
      recheck: async () => {
        const now = await requireStillSignedIn(ctx, viewer);
        return (await requireGallery(ctx, now, gallery.id, action)).audience;
      },
    };
    await sendZip(req, res, gallery.name, entriesOf(ctx, dependencies, archive));
  });

  router.get('/galleries/shared/:token/download', async (req, res) => {
    const ctx = await context(req, res);
    res.set('Cache-Control', 'no-store');
    const link = await requireLink(ctx, { token: req.params.token, unlock: textOf(req.query.unlock) });
    requireDownloadAllowed(link);
    // Visitors would learn in which photos somebody is, also where the link shows no people.
    if (textOf(req.query.face_id) !== undefined) throw new AppError('photo_not_found');
    const audience = visitorsBy(link, ctx.clock.today());
    const ids = await idsOf(
      ctx,
      dependencies,
      { galleryId: link.gallery_id, audience },
      { selectionId: textOf(req.query.selection) },
    );
    const { name } = await getSharedGallery(ctx, link);
    let unlock = await unlockTokenOf(ctx, link);
    const archive: Archive = {
      ids,
      audience,
      recheck: async () => {
        const now = await requireLink({ ...ctx, sharePassword: null }, { token: link.token, unlock });
        requireDownloadAllowed(now);
        unlock = await unlockTokenOf(ctx, now);
        return visitorsBy(now, ctx.clock.today());
      },
    };
    if (req.method === 'GET') await countVisit(ctx.db, link.id, 'download_count');
    await sendZip(req, res, name, entriesOf(ctx, dependencies, archive));
  });

  return router;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function idsOf(
  ctx: RequestContext,
  { store }: Dependencies,
  scope: DownloadScope,
  wanted: { personId?: string | undefined; selectionId: string | undefined },
): Promise<string[]> {
  const ids = await listDownloadIds(ctx.db, scope, wanted, ctx.clock.now());
  if (ids.length === 0) throw new AppError('photo_not_found');
  await store.requireReadable(); // once the archive has begun, it could only be broken off
  return ids;
}
