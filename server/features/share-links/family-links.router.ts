import { byId, done } from '#server/contract/schemas/common.ts';
import {
  allowFamilyLinksInput,
  createFamilyLinkInput,
  deleteFamilyLinkInput,
  familyLinks,
  familyLinksOfClub,
} from '#server/contract/schemas/family-links.ts';
import { guardClub, guardClubPerson, router } from '#server/trpc/trpc.ts';
import { allowFamilyLinks, endFamilyLinksOfClub } from './allow-family-links.ts';
import { readFamilyLinksOfClub } from './family-links.repository.ts';
import { listFamilyLinks } from './list-family-links.ts';
import { createFamilyLink, deleteFamilyLink } from './save-family-link.ts';

/** Share links of families to the photos of one of their own, and what clubs say about them. */
export const familyLinksRouter = router({
  list: guardClubPerson('shareByLink', byId)
    .meta({ summary: 'The links in force to the photos of one person of the viewer’s family' })
    .output(familyLinks)
    .query(({ ctx }) => listFamilyLinks(ctx, ctx.clubPerson.id)),

  create: guardClubPerson('shareByLink', createFamilyLinkInput)
    .meta({
      summary:
        'Create a link to the photos of one person of the viewer’s family, in all galleries that the viewer may read',
      errors: ['family_links_not_allowed', 'family_link_refused', 'family_links_enough'],
    })
    .output(familyLinks)
    .mutation(async ({ ctx, input }) => {
      await createFamilyLink(ctx, ctx.clubPerson, input);
      return listFamilyLinks(ctx, ctx.clubPerson.id);
    }),

  delete: guardClubPerson('shareByLink', deleteFamilyLinkInput)
    .meta({ summary: 'End a link, whoever of the family made it', errors: ['link_not_found'] })
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteFamilyLink(ctx, ctx.clubPerson, input.link_id);
      return { ok: true as const };
    }),

  ofClub: guardClub('managePeople', byId)
    .meta({ summary: 'Whether families of a club may share by link, and how many links are in force' })
    .output(familyLinksOfClub)
    .query(({ ctx }) => readFamilyLinksOfClub(ctx.db, ctx.club.id, ctx.clock.now())),

  allow: guardClub('managePeople', allowFamilyLinksInput)
    .meta({ summary: 'Allow families of a club to share by link, or not; with a no all their links end' })
    .output(familyLinksOfClub)
    .mutation(async ({ ctx, input }) => {
      await allowFamilyLinks(ctx, ctx.club, input.allowed);
      return readFamilyLinksOfClub(ctx.db, ctx.club.id, ctx.clock.now());
    }),

  endAll: guardClub('managePeople', byId)
    .meta({ summary: 'End all links of families of a club' })
    .output(familyLinksOfClub)
    .mutation(async ({ ctx }) => {
      await endFamilyLinksOfClub(ctx, ctx.club);
      return readFamilyLinksOfClub(ctx.db, ctx.club.id, ctx.clock.now());
    }),
});
