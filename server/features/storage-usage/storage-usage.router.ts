import {
  galleryStorageInput,
  storageListInput,
  storageOfClubs,
  storageOfGalleries,
  storageOfPhotographers,
} from '#server/contract/schemas/storage-usage.ts';
import { requireId } from '#server/ids.ts';
import { router, withPermission } from '#server/trpc/trpc.ts';
import {
  listStorageOfClubs,
  listStorageOfGalleries,
  listStorageOfPhotographers,
} from './storage-usage.repository.ts';

/** How much room the photos take, and whose they are. */
export const storageUsageRouter = router({
  byClub: withPermission('storage.read')
    .meta({
      summary: 'Photos and the bytes of their originals by club, largest first',
      errors: ['field_invalid'],
    })
    .input(storageListInput)
    .output(storageOfClubs)
    .query(({ ctx, input }) => listStorageOfClubs(ctx.db, input)),

  byGallery: withPermission('storage.read')
    .meta({
      summary:
        'Photos and the bytes of their originals by gallery, largest first: of all, of one club or of none',
      errors: ['club_not_found', 'field_invalid'],
    })
    .input(galleryStorageInput)
    .output(storageOfGalleries)
    .query(({ ctx, input }) =>
      listStorageOfGalleries(ctx.db, {
        ...input,
        club_id: input.club_id && requireId(input.club_id, 'club_not_found'),
      }),
    ),

  byPhotographer: withPermission('storage.read')
    .meta({
      summary: 'Photos and the bytes of their originals by the account that uploaded them, largest first',
      errors: ['field_invalid'],
    })
    .input(storageListInput)
    .output(storageOfPhotographers)
    .query(({ ctx, input }) => listStorageOfPhotographers(ctx.db, input)),
});
