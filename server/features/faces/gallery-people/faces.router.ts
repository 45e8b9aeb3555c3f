import { byId } from '#server/contract/schemas/common.ts';
import { faces, people, peopleInput } from '#server/contract/schemas/gallery-people.ts';
import { faceSummary } from '#server/contract/schemas/photo-analyses.ts';
import { personPhotosInput, photoPage } from '#server/contract/schemas/photos.ts';
import { guardGallery, guardGalleryPart } from '#server/features/galleries/galleries/guard-gallery.ts';
import { listPhotos } from '#server/features/galleries/photos/photos.repository.ts';
import { router } from '#server/trpc/trpc.ts';
import { listFacesOfPhoto } from './faces.repository.ts';
import { listPeople, faceSummary as summary } from './gallery-people.repository.ts';
import { namesIn } from './names-for-signed-in.repository.ts';

export const facesRouter = router({
  summary: guardGallery('read', byId)
    .meta({ summary: 'How many people a gallery shows and how far recognition is' })
    .output(faceSummary)
    .query(({ ctx }) => summary(ctx.db, ctx.gallery.id, ctx.gallery.audience)),

  people: guardGallery('read', peopleInput)
    .meta({ summary: 'The people of a gallery' })
    .output(people)
    .query(async ({ ctx, input }) => {
      const filter = { includeHidden: input.include_hidden, audience: ctx.gallery.audience };
      return { faces: await listPeople(ctx.db, ctx.gallery.id, filter, await namesIn(ctx)) };
    }),

  photosOf: guardGalleryPart('person', 'read', personPhotosInput)
    .meta({ summary: 'The photos of a person' })
    .output(photoPage)
    .query(({ ctx, input }) =>
      listPhotos(ctx.db, {
        ...input,
        gallery_id: ctx.gallery.id,
        audience: ctx.gallery.audience,
        person_id: ctx.partId,
      }),
    ),

  ofPhoto: guardGalleryPart('photo', 'read', byId)
    .meta({ summary: 'The faces in a photo' })
    .output(faces)
    .query(async ({ ctx }) => {
      const photo = { photoId: ctx.partId, audience: ctx.gallery.audience };
      return listFacesOfPhoto(ctx.db, photo, await namesIn(ctx));
    }),
});
