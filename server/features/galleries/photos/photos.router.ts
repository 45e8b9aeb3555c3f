import { AppError } from '#server/contract/app-error.ts';
import { nameInFile } from '#server/contract/name-visibility.ts';
import { isOutsider, targetRules } from '#server/contract/permissions.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  bulkDeleteInput,
  bulkDeleteResult,
  creditLine,
  creditLineInput,
  photo,
  photoCaption,
  photoListInput,
  photoMetadata,
  photoPage,
  photoVersion,
  prepareDownloadInput,
  preparedDownload,
  queuedPhotos,
} from '#server/contract/schemas/photos.ts';
import { photoFor, requireNoPerson } from '#server/features/galleries/galleries/answer-keys.ts';
import { guardGallery, guardGalleryPart } from '#server/features/galleries/galleries/guard-gallery.ts';
import { requireId } from '#server/ids.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';
import { audienceOfPrints } from '#server/visibility/photo-visibility.sql.ts';
import { forgetCreditLine, getCreditLine, setCreditLine } from './credit-line.repository.ts';
import { deletePhotos } from './delete-photos.ts';
import { describeVersion } from './photo-versions.repository.ts';
import { findCaptionFor, findPhotoWords } from './photo-words.repository.ts';
import { findPhoto, listPhotos } from './photos.repository.ts';
import { prepareDownload } from './prepare-download.ts';
import { queueRegeneration } from './queue-regeneration.ts';

export const photosRouter = router({
  list: guardGallery('read', photoListInput, 'gallery_id')
    .meta({
      summary: 'Photos of a gallery by capture time or last added first, all or of one person',
      errors: ['person_not_found', 'gallery_action_forbidden'],
    })
    .output(photoPage)
    .query(async ({ ctx, input }) => {
      requireNoPerson(ctx.viewer, input.face_id);
      const { id: gallery_id, audience } = ctx.gallery;
      if (input.search && audience !== 'editors') throw new AppError('gallery_action_forbidden');
      const filter = {
        gallery_id,
        audience: input.for_print ? audienceOfPrints(audience) : audience,
        person_id: input.face_id && requireId(input.face_id, 'person_not_found'),
        order: input.order,
        search: input.search,
        limit: input.limit,
        offset: input.offset,
      };
      const page = await ctx.recallPage(`photos ${JSON.stringify(filter)}`, () => listPhotos(ctx.db, filter));
      return { ...page, photos: page.photos.map((found) => photoFor(ctx.viewer, found)) };
    }),

  creditLine: signedIn('reads the viewer only')
    .meta({ summary: 'By which line the viewer is credited in photos' })
    .output(creditLine)
    .query(({ ctx }) => getCreditLine(ctx.db, ctx.viewer.id)),

  setCreditLine: signedIn('changes the viewer only')
    .meta({
      summary: 'Choose the line that photos carry which the viewer uploads from now on',
      errors: ['field_invalid'],
    })
    .input(creditLineInput)
    .output(creditLine)
    .mutation(async ({ ctx, input }) => {
      await setCreditLine(ctx.db, ctx.viewer.id, input);
      return getCreditLine(ctx.db, ctx.viewer.id);
    }),

  forgetCreditLine: signedIn('changes the viewer and their own photos only')
    .meta({ summary: "Take the viewer's line out of the account and of all their photos" })
    .output(creditLine)
    .mutation(async ({ ctx }) => {
      await ctx.db.transaction().execute((trx) => forgetCreditLine(ctx, trx, ctx.viewer.id));
      return getCreditLine(ctx.db, ctx.viewer.id);
    }),

  get: guardGalleryPart('photo', 'read', byId)
    .meta({ summary: 'One photo' })
    .output(photo)
    .query(async ({ ctx }) => {
      const found = await findPhoto(ctx.db, ctx.partId, ctx.gallery.audience);
      if (!found) throw new AppError('photo_not_found');
      return photoFor(ctx.viewer, found);
    }),

  version: guardGalleryPart('photo', 'uploadPhotos', byId)
    .meta({ summary: 'Whether a photo was replaced, and until when the version before is kept' })
    .output(photoVersion)
    .query(({ ctx }) =>
      describeVersion(ctx, ctx.partId, targetRules.gallery.editPeople(ctx.viewer, ctx.gallery.facts)),
    ),

  metadata: guardGalleryPart('photo', 'editPeople', byId)
    .meta({ summary: "What a photo's file says of what is to be seen" })
    .output(photoMetadata)
    .query(async ({ ctx }) => {
      const {
        caption = '',
        headline = '',
        keywords = [],
        people = [],
        rating = null,
        label = '',
      } = (await findPhotoWords(ctx.db, ctx.partId)) ?? {};
      return { caption, headline, keywords, people: people.map(nameInFile), rating, label };
    }),

  caption: guardGalleryPart('photo', 'read', byId)
    .meta({
      summary: 'The caption of a photo, where editors show captions and it names nobody without a yes',
    })
    .output(photoCaption)
    .query(async ({ ctx }) => {
      const { viewer, gallery, partId } = ctx;
      const mayRead = !viewer.key && !isOutsider(viewer, gallery.facts);
      return { caption: mayRead ? await findCaptionFor(ctx, viewer, partId) : '' };
    }),

  delete: guardGalleryPart('photo', 'deletePhotos', byId)
    .meta({ summary: 'Delete a photo' })
    .output(done)
    .mutation(async ({ ctx }) => {
      const { deleted } = await deletePhotos(ctx, [ctx.partId]);
      if (deleted === 0) throw new AppError('photo_not_found');
      return { ok: true as const };
    }),

  bulkDelete: signedIn('each photo is checked against its own gallery')
    .meta({ summary: 'Delete photos; says which were refused or missing', errors: ['field_invalid'] })
    .input(bulkDeleteInput)
    .output(bulkDeleteResult)
    .mutation(({ ctx, input }) => deletePhotos(ctx, input.photo_ids)),

  prepareDownload: guardGallery('read', prepareDownloadInput)
    .meta({
      summary: 'Where to fetch photos of a gallery as one ZIP: all, those of a person, or chosen ones',
      errors: ['photo_not_found', 'too_many_attempts', 'gallery_action_forbidden'],
    })
    .output(preparedDownload)
    .mutation(async ({ ctx, input }) => {
      requireNoPerson(ctx.viewer, input.face_id);
      if (input.photo_ids) await ctx.rateLimits.limitRequests('download-selection', ctx.clientAddress);
      const { id: galleryId, audience, facts } = ctx.gallery;
      if (input.with_names && !targetRules.gallery.editPeople(ctx.viewer, facts))
        throw new AppError('gallery_action_forbidden');
      const names: Record<string, string> = input.with_names ? { names: '1' } : {};
      const address = `/api/galleries/${galleryId}/download`;
      return prepareDownload(ctx, { galleryId, audience }, address, input, names);
    }),

  regenerateThumbnails: guardGallery('uploadPhotos', byId)
    .meta({ summary: "Make a gallery's pictures anew from the originals, in the background" })
    .output(queuedPhotos)
    .mutation(({ ctx }) => queueRegeneration(ctx, ctx.gallery.id)),
});
