import { clubRights, clubRightsInput, endClubRightsInput } from '#server/contract/schemas/club-rights.ts';
import { done } from '#server/contract/schemas/common.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { listRightHolders } from './club-rights.repository.ts';
import { endClubRights } from './end-club-rights.ts';

export const clubRightsRouter = router({
  list: guardClub('manageMembers', clubRightsInput)
    .meta({ summary: 'Rights that people have in a club who are not members of it' })
    .output(clubRights)
    .query(({ ctx, input }) => listRightHolders(ctx.db, ctx.club.id, input)),

  end: guardClub('manageMembers', endClubRightsInput)
    .meta({
      summary: 'End the rights that somebody has in a club without being a member',
      errors: ['club_right_not_found', 'club_last_admin'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(endClubRights(ctx, ctx.club, input))),
});
