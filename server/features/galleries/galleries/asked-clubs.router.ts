import { askedClubInput, askedClubs } from '#server/contract/schemas/asked-clubs.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { answerAskedClub, listAsked } from './answer-asked-club.ts';

export const askedClubsRouter = router({
  list: guardClub('manageMembers', byId)
    .meta({ summary: 'Events and galleries that others would put before the members of a club' })
    .output(askedClubs)
    .query(async ({ ctx }) => ({ asked: await listAsked(ctx.db, ctx.club.id, ctx.clock.now()) })),

  agree: guardClub('manageMembers', askedClubInput)
    .meta({ summary: 'Agree, so that the club counts for it', errors: ['club_not_asked'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(answerAskedClub(ctx, ctx.club, input.asked_id, true))),

  decline: guardClub('manageMembers', askedClubInput)
    .meta({ summary: 'Decline', errors: ['club_not_asked'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(answerAskedClub(ctx, ctx.club, input.asked_id, false))),
});
