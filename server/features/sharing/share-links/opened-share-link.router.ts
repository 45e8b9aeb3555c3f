import { preparedDownload } from '#server/contract/schemas/photos.ts';
import {
  openLinkInput,
  sharedDownloadInput,
  sharedGallery,
  sharedPhotoPage,
  sharedPhotosInput,
  visitorPeople,
  visitorPeopleInput,
} from '#server/contract/schemas/share-links.ts';
import { listDownloadIds } from '#server/features/galleries/photos/downloads.repository.ts';
import { listPhotos } from '#server/features/galleries/photos/photos.repository.ts';
import { prepareDownload } from '#server/features/galleries/photos/prepare-download.ts';
import { publicProcedure, router } from '#server/trpc/trpc.ts';
import { visitorsBy } from '#server/visibility/photo-visibility.sql.ts';
import {
  linkErrors,
  listOpenedTogether,
  requireDownloadAllowed,
  requireLink,
  unlockOf,
  unlockTokenOf,
} from './check-share-link.ts';
import { listVisitorPeople, requireVisitorPerson } from './share-link-people.repository.ts';
import { countVisit } from './share-links.repository.ts';
import { getSharedGallery, listSharedPersonPhotos, toSharedPhoto } from './shared-gallery.repository.ts';

export const openedShareLinkRouter = router({
  open: publicProcedure('the link is the right; requireLink() checks it on every call')
    .meta({ summary: 'Open a shared gallery', errors: [...linkErrors] })
    .input(openLinkInput)
    .output(sharedGallery)
    .query(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      const gallery = await getSharedGallery(ctx, link);
      await countVisit(ctx.db, link.id, 'view_count');
      return {
        ...gallery,
        allow_download: link.allow_download,
        expires_at: link.expires_at,
        scope: link.scope,
        show_people: link.show_people,
        galleries: await listOpenedTogether(ctx, link),
        unlock_token: await unlockTokenOf(ctx, link),
      };
    }),

  photos: publicProcedure('the link is the right; requireLink() checks it on every call')
    .meta({
      summary: 'The photos of a shared gallery, or of one of the people that the link shows',
      errors: [...linkErrors, 'person_not_found'],
    })
    .input(sharedPhotosInput)
    .output(sharedPhotoPage)
    .query(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      const audience = visitorsBy(link, ctx.clock.today());
      const unlock = await unlockOf(ctx, link);
      const { person_id, limit, offset } = input;
      const key = `photos by ${link.id} ${audience.today} ${JSON.stringify({ person_id, limit, offset })}`;
      const page = await ctx.recallPage(key, async () => {
        if (link.scope === 'club_person') return listSharedPersonPhotos(ctx.db, audience, { limit, offset });
        return listPhotos(ctx.db, {
          gallery_id: link.gallery_id,
          audience,
          person_id: person_id && (await requireVisitorPerson(ctx.db, link, audience, person_id)),
          limit,
          offset,
        });
      });
      return { photos: page.photos.map((photo) => toSharedPhoto(photo, link, unlock)), total: page.total };
    }),

  people: publicProcedure('the link is the right; requireLink() checks it on every call')
    .meta({
      summary:
        'People of a shared gallery by number, where the link shows them; without those who did not agree',
      errors: [...linkErrors],
    })
    .input(visitorPeopleInput)
    .output(visitorPeople)
    .query(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      const audience = visitorsBy(link, ctx.clock.today());
      return { people: await listVisitorPeople(ctx.db, link, audience, await unlockOf(ctx, link)) };
    }),

  prepareDownload: publicProcedure('the link is the right; requireLink() checks it on every call')
    .meta({
      summary: 'Where to fetch photos of a shared gallery as one ZIP: all, those of a person, or chosen ones',
      errors: [...linkErrors, 'link_download_forbidden', 'photo_not_found', 'person_not_found'],
    })
    .input(sharedDownloadInput)
    .output(preparedDownload)
    .mutation(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      requireDownloadAllowed(link);
      if (input.photo_ids || input.person_id)
        await ctx.rateLimits.limitRequests('download-selection', ctx.clientAddress);
      const address = `/api/galleries/shared/${link.token}/download`;
      const proof: Record<string, string> =
        link.password_hash === null ? {} : { unlock: await unlockTokenOf(ctx, link) };
      const audience = visitorsBy(link, ctx.clock.today());
      const scope = { galleryId: link.gallery_id, audience };
      const personId =
        input.person_id && (await requireVisitorPerson(ctx.db, link, audience, input.person_id));
      const photo_ids = personId
        ? await listDownloadIds(ctx.db, scope, { personId }, ctx.clock.now())
        : input.photo_ids;
      return prepareDownload(ctx, scope, address, { photo_ids }, proof);
    }),
});
