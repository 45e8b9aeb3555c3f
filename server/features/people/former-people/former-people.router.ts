import { byId, done } from '#server/contract/schemas/common.ts';
import {
  keepLeftPeopleInput,
  leftPeopleOfClub,
  removeDepartureInput,
  saveDepartureInput,
} from '#server/contract/schemas/former-people.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { readFormerPeopleRetention } from './former-people.repository.ts';
import { removeDeparture, saveDeparture } from './save-departure.ts';
import { setFormerPeopleRetention } from './set-former-people-retention.ts';

/** People who left a club, and when what it knows of them is deleted. */
export const formerPeopleRouter = router({
  ofClub: guardClub('managePeople', byId)
    .meta({ summary: 'After how many months a club deletes data of people who left, and how many left' })
    .output(leftPeopleOfClub)
    .query(({ ctx }) => readFormerPeopleRetention(ctx.db, ctx.club.id)),

  keepFor: guardClub('managePeople', keepLeftPeopleInput)
    .meta({ summary: 'Choose after how many months a club deletes data of people who left; null: never' })
    .output(leftPeopleOfClub)
    .mutation(async ({ ctx, input }) => {
      await setFormerPeopleRetention(ctx, ctx.club, input);
      return readFormerPeopleRetention(ctx.db, ctx.club.id);
    }),

  save: guardClub('managePeople', saveDepartureInput)
    .meta({
      summary: 'Note that a person left the club, and until when the data is kept',
      errors: ['club_person_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(saveDeparture(ctx, ctx.club, input))),

  remove: guardClub('managePeople', removeDepartureInput)
    .meta({ summary: 'Note that a person did not leave the club', errors: ['club_person_not_found'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removeDeparture(ctx, ctx.club, input.club_person_id))),
});
