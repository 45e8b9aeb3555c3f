import { AppError } from '#server/contract/app-error.ts';
import { targetRules } from '#server/contract/permissions.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  askedTakedown,
  askedTakedowns,
  askSharedTakedownInput,
  askSharedTakedownsInput,
  askTakedownInput,
  askTakedownsInput,
  clubTakedowns,
  decideTakedownInput,
  ownTakedowns,
  ownTakedownsInput,
  takedownStates,
  takedownStatesInput,
  takedowns,
  takedownsOfClubInput,
  takedownsOfGalleryInput,
  withdrawTakedownInput,
} from '#server/contract/schemas/takedowns.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { guardGallery, guardGalleryPart } from '#server/features/galleries/galleries/guard-gallery.ts';
import { linkErrors, requireLink } from '#server/features/sharing/share-links/check-share-link.ts';
import { requireId } from '#server/ids.ts';
import { doneAfter, publicProcedure, router, signedIn } from '#server/trpc/trpc.ts';
import { visitorsBy } from '#server/visibility/photo-visibility.sql.ts';
import { askTakedown, receiptHash } from './ask-takedown.ts';
import { decideTakedown } from './decide-takedown.ts';
import { hidePhoto } from './hide-photo.ts';
import {
  findPhotosOfLink,
  listOwnTakedowns,
  listStates,
  listTakedowns,
  listTakedownsOfClub,
} from './takedowns.repository.ts';
import { madeBy, madeByLink, withdrawTakedown } from './withdraw-takedown.ts';

const linkIsTheRight = 'the link is the right; requireLink() checks it on every call';

export const takedownsRouter = router({
  ask: guardGalleryPart('photo', 'read', askTakedownInput)
    .meta({
      summary: 'Ask to take a photo down; it is hidden at once',
      errors: ['takedown_in_force', 'too_many_attempts'],
    })
    .output(askedTakedown)
    .mutation(({ ctx, input }) =>
      askTakedown(
        ctx,
        { photos: [{ id: ctx.partId, gallery_id: ctx.gallery.id }], audience: ctx.gallery.audience },
        input,
      ),
    ),

  askSeveral: guardGallery('read', askTakedownsInput)
    .meta({
      summary: 'Ask to take up to 20 photos of a gallery down; they are hidden at once',
      errors: ['photo_not_found', 'takedown_in_force', 'too_many_attempts'],
    })
    .output(askedTakedowns)
    .mutation(({ ctx, input: { photo_ids, ...request } }) => {
      const photos = photo_ids.map((id) => ({
        id: requireId(id, 'photo_not_found'),
        gallery_id: ctx.gallery.id,
      }));
      return askTakedown(ctx, { photos, audience: ctx.gallery.audience }, request);
    }),

  askByLink: publicProcedure(linkIsTheRight)
    .meta({
      summary: 'Ask to take a photo of a shared gallery down; it is hidden at once',
      errors: [...linkErrors, 'photo_not_found', 'takedown_in_force'],
    })
    .input(askSharedTakedownInput)
    .output(askedTakedown)
    .mutation(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      const photos = await findPhotosOfLink(ctx.db, link, [input.id]);
      return askTakedown(ctx, { photos, audience: visitorsBy(link, ctx.clock.today()) }, input);
    }),

  askSeveralByLink: publicProcedure(linkIsTheRight)
    .meta({
      summary: 'Ask to take up to 20 photos of a shared gallery down; they are hidden at once',
      errors: [...linkErrors, 'photo_not_found', 'takedown_in_force'],
    })
    .input(askSharedTakedownsInput)
    .output(askedTakedowns)
    .mutation(async ({ ctx, input: { photo_ids, ...input } }) => {
      const link = await requireLink(ctx, input);
      const photos = await findPhotosOfLink(ctx.db, link, photo_ids);
      return askTakedown(ctx, { photos, audience: visitorsBy(link, ctx.clock.today()) }, input);
    }),

  states: publicProcedure(`${linkIsTheRight}; each request is answered to its receipt`)
    .meta({ summary: 'What was decided about requests made by a share link', errors: [...linkErrors] })
    .input(takedownStatesInput)
    .output(takedownStates)
    .query(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      const receipts = new Map(input.receipts.map((receipt) => [receiptHash(receipt), receipt]));
      const states = await listStates(ctx.db, link.id, [...receipts.keys()]);
      return {
        takedowns: states.map(({ hash, ...state }) => ({ ...state, receipt: receipts.get(hash) ?? '' })),
      };
    }),

  withdraw: publicProcedure(`${linkIsTheRight}; only who holds the receipt takes a request back`)
    .meta({
      summary:
        'Take back a request that was made by a share link, until it is decided; the photo is shown again',
      errors: [...linkErrors, 'takedown_not_found', 'takedown_decided'],
    })
    .input(withdrawTakedownInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const link = await requireLink(ctx, input);
      await withdrawTakedown(ctx, madeByLink(link.id, input.receipt));
      return { ok: true as const };
    }),

  mine: signedIn('lists what the viewer asked for')
    .meta({ summary: 'Requests of the viewer to hide photos that wait for a decision, newest first' })
    .input(ownTakedownsInput)
    .output(ownTakedowns)
    .query(async ({ ctx, input }) => ({
      takedowns: await listOwnTakedowns(ctx.db, ctx.viewer, {
        galleryId: input.gallery_id,
        today: ctx.clock.today(),
      }),
    })),

  withdrawOwn: signedIn('takes back only what the viewer asked for')
    .meta({
      summary: 'Take back an own request to hide photos, until it is decided; they are shown again',
      errors: ['takedown_not_found', 'takedown_decided'],
    })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) =>
      doneAfter(withdrawTakedown(ctx, madeBy(ctx.viewer.id, requireId(input.id, 'takedown_not_found')))),
    ),

  ofGallery: guardGallery('decideTakedowns', takedownsOfGalleryInput)
    .meta({ summary: 'Requests to take photos of a gallery down, those that wait first' })
    .output(takedowns)
    .query(({ ctx, input }) => listTakedowns(ctx.db, ctx.viewer, ctx.gallery.id, input, ctx.clock.now())),

  decide: guardGallery('keepHidden', decideTakedownInput)
    .meta({
      summary: 'Keep a photo hidden, or show it again; also all of one deletion or request together',
      errors: ['takedown_not_found'],
    })
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const sees = targetRules.gallery.decideTakedowns(ctx.viewer, ctx.gallery.facts);
      if (input.decision === 'declined' && !sees) throw new AppError('gallery_action_forbidden');
      await decideTakedown(ctx, ctx.gallery, input);
      return { ok: true as const };
    }),

  hide: guardGalleryPart('photo', 'decideTakedowns', byId)
    .meta({ summary: 'Hide a photo, as a request does that was granted', errors: ['takedown_in_force'] })
    .output(done)
    .mutation(({ ctx }) => doneAfter(hidePhoto(ctx, ctx.gallery, ctx.partId))),

  ofClub: guardClub('readTakedowns', takedownsOfClubInput)
    .meta({ summary: "Requests about photos of a club's galleries, without reasons and askers" })
    .output(clubTakedowns)
    .query(({ ctx, input }) => listTakedownsOfClub(ctx.db, ctx.viewer, ctx.club.id, input, ctx.clock.now())),
});
