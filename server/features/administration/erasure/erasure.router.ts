import { byId, done } from '#server/contract/schemas/common.ts';
import {
  askErasureInput,
  declineErasureInput,
  eraseClubPersonInput,
  erasureReceipt,
  erasuresOfClub,
  erasuresOfClubInput,
} from '#server/contract/schemas/erasures.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { guardClubPerson } from '#server/features/people/family/guard-club-person.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { erasePersonByAdmin } from './erase-person-by-admin.ts';
import { askErasure, declineErasure, withdrawErasure } from './erasure-requests.ts';
import { listErasuresOfClub } from './list-erasures.ts';

/** Erasing people of clubs: families ask, clubs erase. */
export const erasureRouter = router({
  ofClub: guardClub('managePeople', erasuresOfClubInput)
    .meta({ summary: 'Whom families ask the club to erase, and the receipts of what was erased' })
    .output(erasuresOfClub)
    .query(({ ctx, input }) => listErasuresOfClub(ctx.db, ctx.club.id, input, ctx.clock.today())),

  erase: guardClub('managePeople', eraseClubPersonInput)
    .meta({
      summary: 'Erase somebody from the people of a club, with everything known of them; photos stay',
      errors: ['club_person_not_found'],
    })
    .output(erasureReceipt)
    .mutation(({ ctx, input }) => erasePersonByAdmin(ctx, ctx.club, input)),

  decline: guardClub('managePeople', declineErasureInput)
    .meta({
      summary: 'Keep somebody whose family asked to erase them; the family is told',
      errors: ['erasure_request_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(declineErasure(ctx, ctx.club, input.club_person_id))),

  ask: guardClubPerson('askErasure', askErasureInput)
    .meta({
      summary: 'Ask the club to erase oneself, or somebody in one’s care',
      errors: ['too_many_attempts'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(askErasure(ctx, ctx.clubPerson, input.hide_photos))),

  withdraw: guardClubPerson('askErasure', byId)
    .meta({
      summary: 'No longer ask the club to erase somebody',
      errors: ['erasure_request_not_found'],
    })
    .output(done)
    .mutation(({ ctx }) => doneAfter(withdrawErasure(ctx, ctx.clubPerson))),
});
