import { countLimits } from '#server/contract/count-limits.ts';
import { done } from '#server/contract/schemas/common.ts';
import {
  acceptedGuestPhotos,
  decideGuestPhotosInput,
  declinedGuestPhotos,
  guestUploadLink,
  openGuestUploadLinkInput,
  ownGuestPhotos,
  ownGuestPhotosInput,
  waitingGuestPhotos,
  waitingGuestPhotosInput,
  withdrawGuestPhotoInput,
} from '#server/contract/schemas/guest-photos.ts';
import { guardGallery } from '#server/features/galleries/galleries/guard-gallery.ts';
import { linkErrors, requireGuestUploadLink } from '#server/features/sharing/share-links/check-share-link.ts';
import { countVisit } from '#server/features/sharing/share-links/share-links.repository.ts';
import { publicProcedure, router } from '#server/trpc/trpc.ts';
import { acceptGuestPhotos } from './accept-guest-photos.ts';
import { declineGuestPhotos, withdrawGuestPhoto } from './decline-guest-photos.ts';
import { describeGuestUploadLink } from './describe-guest-upload-link.ts';
import { guestHashOf } from './guest-hash.ts';
import { countPlacesLeft, listOwnGuestPhotos, listWaitingGuestPhotos } from './guest-photos.repository.ts';

const linkIsTheRight = 'the link is the right; requireGuestUploadLink() checks it on every call';
const ownOnly = `${linkIsTheRight}; only photos of this browser, by the hash of its key`;

const fewPlaces = countLimits.waitingPhotosPerLinkMax - countLimits.waitingPhotosPerLinkMany;

export const guestPhotosRouter = router({
  open: publicProcedure(linkIsTheRight)
    .meta({ summary: 'Who asks for photos by a link, and of which gallery', errors: [...linkErrors] })
    .input(openGuestUploadLinkInput)
    .output(guestUploadLink)
    .query(async ({ ctx, input }) => {
      const link = await requireGuestUploadLink(ctx, input);
      const described = await describeGuestUploadLink(ctx, link);
      await countVisit(ctx.db, link.id, 'view_count');
      return described;
    }),

  mine: publicProcedure(ownOnly)
    .meta({ summary: 'The photos that one browser has sent by a link', errors: [...linkErrors] })
    .input(ownGuestPhotosInput)
    .output(ownGuestPhotos)
    .query(async ({ ctx, input }) => {
      const link = await requireGuestUploadLink(ctx, input);
      const guest = { linkId: link.id, guestHash: guestHashOf(input.guest_key) };
      const [photos, places_left] = await Promise.all([
        listOwnGuestPhotos(ctx.db, guest),
        countPlacesLeft(ctx.db, link.id, ctx.clock.now()),
      ]);
      // How many others have sent is said to nobody before it matters.
      return { photos, places_left: places_left > fewPlaces ? null : places_left };
    }),

  withdraw: publicProcedure(ownOnly)
    .meta({
      summary: 'Delete a photo that one sent and that still waits',
      errors: [...linkErrors, 'photo_not_found'],
    })
    .input(withdrawGuestPhotoInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const link = await requireGuestUploadLink(ctx, input);
      await withdrawGuestPhoto(ctx, { linkId: link.id, guestHash: guestHashOf(input.guest_key) }, input.id);
      return { ok: true as const };
    }),

  ofGallery: guardGallery('decideGuestPhotos', waitingGuestPhotosInput)
    .meta({ summary: 'Photos from guests that wait for a decision, in the order they came' })
    .output(waitingGuestPhotos)
    .query(({ ctx, input }) =>
      listWaitingGuestPhotos(ctx.db, ctx.gallery.id, { ...input, now: ctx.clock.now() }),
    ),

  accept: guardGallery('decideGuestPhotos', decideGuestPhotosInput)
    .meta({ summary: 'Make photos of the gallery of what guests sent' })
    .output(acceptedGuestPhotos)
    .mutation(({ ctx, input }) => acceptGuestPhotos(ctx, ctx.gallery, input.guest_photo_ids)),

  decline: guardGallery('decideGuestPhotos', decideGuestPhotosInput)
    .meta({ summary: 'Delete photos that guests sent, for good' })
    .output(declinedGuestPhotos)
    .mutation(({ ctx, input }) => declineGuestPhotos(ctx, ctx.gallery, input.guest_photo_ids)),
});
