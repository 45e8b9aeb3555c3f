import { tracked } from '@trpc/server';
import { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import { targetRules, viewerRules } from '#server/contract/permissions.ts';
import { id } from '#server/contract/schemas/common.ts';
import { requireStillSignedIn } from '#server/features/auth/require-still-signed-in.ts';
import { requireGallery } from '#server/features/galleries/load-gallery.ts';
import { faceSummary } from '#server/features/gallery-people/gallery-people.repository.ts';
import { guardGallery, router, withPermission } from '#server/trpc/trpc.ts';
import { type GalleryChange, listen } from './bus.ts';

const never = new AbortController().signal;

export const liveRouter = router({
  /** How far a gallery is, now and at each change; `changed` says what to ask for again. Ends with the right to see it. */
  gallery: guardGallery('read', z.object({ gallery_id: id }), 'gallery_id').subscription(async function* ({
    ctx,
    signal,
  }) {
    const { id: galleryId } = ctx.gallery;
    const state = async (changed: GalleryChange, { audience } = ctx.gallery) =>
      tracked(String(Date.now()), { changed, summary: await faceSummary(ctx.db, galleryId, audience) });
    yield await state('progress');
    for await (const message of listen(ctx.bus, [`gallery:${galleryId}`], signal ?? never)) {
      const viewer = await requireStillSignedIn(ctx, ctx.viewer);
      const gallery = await requireGallery(ctx, viewer, galleryId, 'read');
      const changed = message.kind as GalleryChange;
      if (changed === 'guest_photos' && !targetRules.gallery.decideGuestPhotos(viewer, gallery.facts))
        continue;
      yield await state(changed, gallery);
    }
  }),

  /** One message for each change of the recognition queue. Ends when the viewer is no longer an administrator. */
  jobs: withPermission('faces.administer').subscription(async function* ({ ctx, signal }) {
    yield tracked(String(Date.now()), { changed: true });
    for await (const _ of listen(ctx.bus, ['jobs'], signal ?? never)) {
      const viewer = await requireStillSignedIn(ctx, ctx.viewer);
      if (!viewerRules['faces.administer'](viewer)) throw new AppError('forbidden');
      yield tracked(String(Date.now()), { changed: true });
    }
  }),
});
