import { AppError } from '#server/contract/app-error.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  createGalleryInput,
  deletedGalleries,
  galleriesOfEventInput,
  gallery,
  galleryAccess,
  galleryClubInput,
  galleryListInput,
  galleryPage,
  keepGalleryUntilInput,
  photographerChoices,
  setGalleryAccessInput,
  takeOverGalleryInput,
  updateGalleryInput,
} from '#server/contract/schemas/galleries.ts';
import { quotasOfGallery } from '#server/contract/schemas/storage-usage.ts';
import { listQuotasOfGallery } from '#server/features/clubs/storage-usage/club-quota.repository.ts';
import { guardEvent } from '#server/features/galleries/events/guard-event.ts';
import { requireId } from '#server/ids.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import { doneAfter, router, signedIn, withPermission } from '#server/trpc/trpc.ts';
import { deleteGallery } from './delete-gallery.ts';
import { listDeletedGalleries } from './deleted-galleries.repository.ts';
import { findGallery, listGalleries } from './galleries.repository.ts';
import { getGalleryAccess } from './gallery-access.repository.ts';
import { guardGallery } from './guard-gallery.ts';
import { keepGalleryUntil } from './keep-gallery-until.ts';
import { listPhotographers } from './photographers.repository.ts';
import { removeGalleryClub } from './remove-gallery-club.ts';
import { purgeGallery, restoreGallery } from './restore-gallery.ts';
import { createGallery, updateGallery } from './save-gallery.ts';
import { setGalleryAccess } from './set-gallery-access.ts';
import { objectToTakeover, takeOverGallery } from './take-over-gallery.ts';

async function answer(ctx: RequestContext & { viewer: SignedIn }, id: string) {
  const found = await findGallery(ctx.db, ctx.viewer, ctx.clock.today(), id);
  if (!found) throw new AppError('gallery_not_found');
  return found;
}

export const galleriesRouter = router({
  list: signedIn('lists only what visibleTo() allows')
    .meta({
      summary: 'Galleries the viewer may see, newest first',
      errors: ['field_invalid', 'event_not_found', 'club_not_found', 'user_not_found'],
    })
    .input(galleryListInput)
    .output(galleryPage)
    .query(({ ctx, input }) => {
      if (ctx.viewer.key && input.photographer_id !== undefined) throw new AppError('api_key_refused');
      return listGalleries(ctx.db, ctx.viewer, ctx.clock.today(), {
        ...input,
        event_id: input.event_id && requireId(input.event_id, 'event_not_found'),
        club_id: input.club_id && requireId(input.club_id, 'club_not_found'),
        photographer_id: input.photographer_id && requireId(input.photographer_id, 'user_not_found'),
      });
    }),

  ofEvent: guardEvent('read', galleriesOfEventInput, 'event_id')
    .meta({ summary: 'Galleries of an event the viewer may see' })
    .output(galleryPage)
    .query(({ ctx, input }) =>
      listGalleries(ctx.db, ctx.viewer, ctx.clock.today(), { ...input, event_id: ctx.event.id }),
    ),

  get: guardGallery('read', byId)
    .meta({ summary: 'One gallery' })
    .output(gallery)
    .query(({ ctx }) => answer(ctx, ctx.gallery.id)),

  quotas: guardGallery('uploadPhotos', byId)
    .meta({ summary: 'The quotas that photos of a gallery count towards: those of the clubs of its event' })
    .output(quotasOfGallery)
    .query(async ({ ctx }) => ({ quotas: await listQuotasOfGallery(ctx.db, ctx.gallery.id) })),

  photographers: withPermission('gallery.create', 'gallery_create_forbidden')
    .meta({ summary: 'Whom a gallery may get as its photographer' })
    .output(photographerChoices)
    .query(async ({ ctx }) => ({ photographers: await listPhotographers(ctx.db) })),

  create: withPermission('gallery.create', 'gallery_create_forbidden')
    .meta({
      summary: 'Create a gallery',
      errors: [
        'event_not_found',
        'club_not_found',
        'gallery_needs_club',
        'gallery_photographer_invalid',
        'field_invalid',
      ],
    })
    .input(createGalleryInput)
    .output(gallery)
    .mutation(async ({ ctx, input }) => answer(ctx, await createGallery(ctx, input))),

  update: guardGallery('setCover', updateGalleryInput)
    .meta({
      summary: 'Change the fields that are sent; its photographer the cover only',
      errors: [
        'event_not_found',
        'club_not_found',
        'gallery_needs_club',
        'gallery_photographer_invalid',
        'gallery_cover_invalid',
      ],
    })
    .output(gallery)
    .mutation(async ({ ctx, input }) => {
      await updateGallery(ctx, ctx.gallery, input);
      return answer(ctx, ctx.gallery.id);
    }),

  delete: guardGallery('delete', byId)
    .meta({ summary: 'Delete a gallery with its photos, faces and links; it can be restored for some days' })
    .output(done)
    .mutation(({ ctx }) => doneAfter(deleteGallery(ctx, ctx.gallery))),

  deleted: signedIn('lists only what the viewer may delete')
    .meta({ summary: 'Deleted galleries that the viewer may restore, last deleted first' })
    .output(deletedGalleries)
    .query(async ({ ctx }) => ({ galleries: await listDeletedGalleries(ctx, ctx.viewer) })),

  restore: signedIn('restores only what the viewer may delete')
    .meta({ summary: 'Restore a deleted gallery with its photos', errors: ['gallery_not_found'] })
    .input(byId)
    .output(gallery)
    .mutation(async ({ ctx, input }) => {
      await restoreGallery(ctx, input.id);
      return answer(ctx, input.id);
    }),

  purge: signedIn('deletes only what the viewer may delete')
    .meta({ summary: 'Delete a deleted gallery for good', errors: ['gallery_not_found'] })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(purgeGallery(ctx, input.id))),

  keepUntil: guardGallery('delete', keepGalleryUntilInput)
    .meta({ summary: 'Set the last day of a gallery, after which it is deleted', errors: ['field_invalid'] })
    .output(gallery)
    .mutation(async ({ ctx, input }) => {
      await keepGalleryUntil(ctx, ctx.gallery, input);
      return answer(ctx, ctx.gallery.id);
    }),

  takeOver: guardGallery('takeOver', takeOverGalleryInput)
    .meta({
      summary:
        'Become the creator of a gallery that nobody manages any more; global administrators may name somebody',
      errors: ['gallery_not_left', 'takeover_objected', 'forbidden', 'user_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(takeOverGallery(ctx, ctx.gallery, input.user_id))),

  objectToTakeover: guardGallery('endLinks', byId)
    .meta({
      summary: 'Object to another club that took over a gallery, for 7 days',
      errors: ['takeover_not_found'],
    })
    .output(done)
    .mutation(({ ctx }) => doneAfter(objectToTakeover(ctx, ctx.gallery))),

  removeClub: guardGallery('endLinks', galleryClubInput)
    .meta({
      summary: 'Take a club off a gallery; its own administrators may too',
      errors: ['gallery_club_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removeGalleryClub(ctx, ctx.gallery, input.club_id))),

  access: guardGallery('manageAccess', byId)
    .meta({ summary: 'Who may see a gallery' })
    .output(galleryAccess)
    .query(({ ctx }) => getGalleryAccess(ctx.db, ctx.gallery.id, ctx.clock.now())),

  setAccess: guardGallery('manageAccess', setGalleryAccessInput)
    .meta({
      summary: 'Set the clubs and users who may see a gallery',
      errors: ['club_not_found', 'user_not_found', 'gallery_needs_club'],
    })
    .output(galleryAccess)
    .mutation(async ({ ctx, input }) => {
      await setGalleryAccess(ctx, ctx.gallery, input);
      return getGalleryAccess(ctx.db, ctx.gallery.id, ctx.clock.now());
    }),
});
