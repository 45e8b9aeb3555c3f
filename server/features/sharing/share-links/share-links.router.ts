import { AppError } from '#server/contract/app-error.ts';
import { targetRules } from '#server/contract/permissions.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  answerAddedInput,
  askClubInput,
  askGalleryInput,
  clubLinks,
  createLinkInput,
  galleriesBeside,
  joinLinkInput,
  keepInsideInput,
  keptInside,
  sayAbsentInput,
  shareLink,
  shareLinks,
  sharingCheck,
  sharingCheckInput,
  updateLinkInput,
} from '#server/contract/schemas/share-links.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { guardGallery, guardGalleryPart } from '#server/features/galleries/galleries/guard-gallery.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { setAbsent } from './absent-refusers.repository.ts';
import { answerAdded } from './answer-added.ts';
import { askClub } from './ask-club.ts';
import { checkBeforeSharing } from './check-before-sharing.ts';
import { askGallery, joinLink, listAskedFor, listBeside } from './joined-galleries.ts';
import { keepInside } from './keep-inside.ts';
import { describeLink, describeLinks, describeLinksToEnd, describeLinkToEnd } from './list-share-links.ts';
import { thresholdsForRefusers } from './people-to-check.repository.ts';
import { createLink, removeLink, updateLink } from './save-share-link.ts';
import { listLinks, listLinksOfClub } from './share-links.repository.ts';

export const shareLinksRouter = router({
  list: guardGallery('endLinks', byId)
    .meta({ summary: 'The share links of a gallery' })
    .output(shareLinks)
    .query(async ({ ctx }) => {
      const rows = await listLinks(ctx.db, ctx.gallery.id);
      const mayMake = targetRules.gallery.createSharingLinks(ctx.viewer, ctx.gallery.facts);
      return mayMake
        ? { links: await describeLinks(ctx, rows), asked: await listAskedFor(ctx, ctx.gallery.id) }
        : { links: describeLinksToEnd(ctx, rows), asked: [] };
    }),

  galleries: guardGalleryPart('link', 'createSharingLinks', byId)
    .meta({ summary: 'The other galleries of the event that a share link shows, or could' })
    .output(galleriesBeside)
    .query(async ({ ctx }) => ({ galleries: await listBeside(ctx, ctx.partId) })),

  askGallery: guardGalleryPart('link', 'createSharingLinks', askGalleryInput)
    .meta({
      summary: 'Ask those who may share another gallery of the event to add it to a share link',
      errors: ['gallery_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(askGallery(ctx, ctx.partId, input.gallery_id))),

  join: guardGallery('createSharingLinks', joinLinkInput)
    .meta({
      summary: 'Show a gallery by the link of another one of its event, or take it out of it',
      errors: ['link_not_found'],
    })
    .output(shareLinks.pick({ links: true }))
    .mutation(async ({ ctx, input }) => {
      if (input.joins) await thresholdsForRefusers(ctx);
      const link = await joinLink(ctx, input);
      return { links: await describeLinks(ctx, link ? [link] : []) };
    }),

  ofClub: guardClub('manageMembers', byId)
    .meta({ summary: "Links in force to a club's galleries, without where they lead" })
    .output(clubLinks)
    .query(async ({ ctx }) => ({ links: await listLinksOfClub(ctx.db, ctx.club.id, ctx.clock.now()) })),

  create: guardGallery('createSharingLinks', createLinkInput)
    .meta({
      summary:
        'Create a share link: to a whole gallery, the photos of some people, or some photos, or one by which guests send photos',
      errors: ['person_not_found', 'photo_not_found', 'share_link_refused'],
    })
    .output(shareLink)
    .mutation(async ({ ctx, input }) => {
      await thresholdsForRefusers(ctx); // Nothing is changed where the answer could not say who is to be checked.
      return describeLink(ctx, await createLink(ctx, ctx.gallery, input));
    }),

  update: guardGalleryPart('link', 'endLinks', updateLinkInput)
    .meta({ summary: 'Change a share link; administrators of its clubs may switch it off' })
    .output(shareLink)
    .mutation(async ({ ctx, input }) => {
      if (!targetRules.gallery.createSharingLinks(ctx.viewer, ctx.gallery.facts)) {
        if (input.is_active !== false) throw new AppError('gallery_action_forbidden');
        const ended = await updateLink(ctx, ctx.gallery, ctx.partId, { id: input.id, is_active: false });
        return describeLinkToEnd(ctx, ended);
      }
      await thresholdsForRefusers(ctx);
      return describeLink(ctx, await updateLink(ctx, ctx.gallery, ctx.partId, input));
    }),

  check: guardGallery('answerAboutPeople', sharingCheckInput)
    .meta({
      summary: 'Who is in the photos of a gallery or a share link, by their consent to be shown outside',
      errors: ['link_not_found'],
    })
    .output(sharingCheck)
    .query(({ ctx, input }) => checkBeforeSharing(ctx, input.link_id)),

  askClub: guardGallery('createSharingLinks', askClubInput)
    .meta({
      summary: 'Ask the club who somebody is, and show their photos to nobody outside it until it answers',
      errors: ['person_not_found', 'people_other_gallery'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(askClub(ctx, input.person_ids, input.asked))),

  sayAbsent: guardGallery('createSharingLinks', sayAbsentInput)
    .meta({
      summary:
        'Say that people who may not be shown outside are on none of the photos, until photos are added, or take it back',
      errors: ['person_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(setAbsent(ctx, input.club_person_ids, input.absent))),

  keepInside: guardGallery('createSharingLinks', keepInsideInput)
    .meta({
      summary:
        'Leave photos out of all share links and of what people outside the club see, or show them again',
      errors: ['person_not_found', 'photo_not_found'],
    })
    .output(keptInside)
    .mutation(async ({ ctx, input }) => ({ photo_ids: await keepInside(ctx, ctx.gallery.id, input) })),

  answerAdded: guardGallery('createSharingLinks', answerAddedInput)
    .meta({
      summary:
        'Say whether photos that were added show people who refused and were on deleted ones: they are shown, or left out',
      errors: ['photo_not_found'],
    })
    .output(keptInside)
    .mutation(async ({ ctx, input }) => ({ photo_ids: await answerAdded(ctx, ctx.gallery.id, input) })),

  delete: guardGalleryPart('link', 'endLinks', byId)
    .meta({ summary: 'Delete a share link' })
    .output(done)
    .mutation(({ ctx }) => doneAfter(removeLink(ctx, ctx.gallery, ctx.partId))),
});
