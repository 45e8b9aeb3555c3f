import { byId, done } from '#server/contract/schemas/common.ts';
import {
  allowFamilyShareLinksInput,
  createFamilyShareLinkInput,
  deleteFamilyShareLinkInput,
  familyShareLinks,
  familyShareLinksOfClub,
} from '#server/contract/schemas/family-share-links.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { guardClubPerson } from '#server/features/people/family/guard-club-person.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { allowFamilyShareLinks, endFamilyShareLinksOfClub } from './allow-family-share-links.ts';
import { readFamilyShareLinksOfClub } from './family-share-links.repository.ts';
import { listFamilyShareLinks } from './list-family-share-links.ts';
import { createFamilyShareLink, deleteFamilyShareLink } from './save-family-share-link.ts';

/** Share links of families to the photos of one of their own, and what clubs say about them. */
export const familyShareLinksRouter = router({
  list: guardClubPerson('shareByLink', byId)
    .meta({ summary: 'The links in force to the photos of one person of the viewer’s family' })
    .output(familyShareLinks)
    .query(({ ctx }) => listFamilyShareLinks(ctx, ctx.clubPerson.id)),

  create: guardClubPerson('shareByLink', createFamilyShareLinkInput)
    .meta({
      summary:
        'Create a link to the photos of one person of the viewer’s family, in all galleries that the viewer may read',
      errors: ['family_links_not_allowed', 'family_link_refused', 'family_link_empty', 'family_links_enough'],
    })
    .output(familyShareLinks)
    .mutation(async ({ ctx, input }) => {
      await createFamilyShareLink(ctx, ctx.clubPerson, input);
      return listFamilyShareLinks(ctx, ctx.clubPerson.id);
    }),

  delete: guardClubPerson('shareByLink', deleteFamilyShareLinkInput)
    .meta({ summary: 'End a link, whoever of the family made it', errors: ['link_not_found'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(deleteFamilyShareLink(ctx, ctx.clubPerson, input.link_id))),

  ofClub: guardClub('managePeople', byId)
    .meta({ summary: 'Whether families of a club may share by link, and how many links are in force' })
    .output(familyShareLinksOfClub)
    .query(({ ctx }) => readFamilyShareLinksOfClub(ctx, ctx.club.id)),

  allow: guardClub('managePeople', allowFamilyShareLinksInput)
    .meta({ summary: 'Allow families of a club to share by link, or not; with a no all their links end' })
    .output(familyShareLinksOfClub)
    .mutation(async ({ ctx, input }) => {
      await allowFamilyShareLinks(ctx, ctx.club, input.allowed);
      return readFamilyShareLinksOfClub(ctx, ctx.club.id);
    }),

  endAll: guardClub('managePeople', byId)
    .meta({ summary: 'End all links of families of a club' })
    .output(familyShareLinksOfClub)
    .mutation(async ({ ctx }) => {
      await endFamilyShareLinksOfClub(ctx, ctx.club);
      return readFamilyShareLinksOfClub(ctx, ctx.club.id);
    }),
});
