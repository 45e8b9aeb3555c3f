import { byId } from '#server/contract/schemas/common.ts';
import {
  galleryStorageInput,
  nullableClubQuota,
  setClubQuotaInput,
  storageListInput,
  storageOfClubs,
  storageOfGalleries,
  storageOfPhotographers,
} from '#server/contract/schemas/storage-usage.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { requireId } from '#server/ids.ts';
import { router, withPermission } from '#server/trpc/trpc.ts';
import { findClubQuota } from './club-quota.repository.ts';
import {
  listStorageOfClubs,
  listStorageOfGalleries,
  listStorageOfPhotographers,
} from './list-storage-usage.repository.ts';
import { setClubQuota } from './set-club-quota.ts';

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

  ofClub: guardClub('readQuota', byId)
    .meta({ summary: 'How much room the photos of a club take of its quota; null where it has none' })
    .output(nullableClubQuota)
    .query(({ ctx }) => findClubQuota(ctx.db, ctx.club.id)),

  setClubQuota: guardClub('setQuota', setClubQuotaInput)
    .meta({ summary: 'Limit the room of the photos of a club, or lift the limit; nothing is deleted' })
    .output(nullableClubQuota)
    .mutation(async ({ ctx, input }) => {
      await setClubQuota(ctx, ctx.club, input);
      return findClubQuota(ctx.db, ctx.club.id);
    }),
});
