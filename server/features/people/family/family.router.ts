import { byId, done } from '#server/contract/schemas/common.ts';
import {
  answerClaimInput,
  answerConsentInput,
  claimed,
  claimInput,
  family,
  familyInput,
} from '#server/contract/schemas/family.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { answerConsent } from '#server/features/people/consent/answer-consent.ts';
import { acceptGuardianship } from '#server/features/people/guardians/ask-guardian.ts';
import { answerClaim } from '#server/features/people/guardians/claim-answers.ts';
import { claimGuardianship, withdrawClaim } from '#server/features/people/guardians/claim-guardianship.ts';
import { leaveGuardianship } from '#server/features/people/guardians/remove-guardian.ts';
import { doneAfter, router, signedIn } from '#server/trpc/trpc.ts';
import { guardClubPerson } from './guard-club-person.ts';
import { readFamily } from './read-family.ts';

/** What members say about photos of themselves and of the children in their care. */
export const familyRouter = router({
  mine: signedIn('answers for the viewer, and the people the viewer is guardian of')
    .meta({
      summary: 'The people of clubs who are the viewer or in the viewer’s care, and what was agreed to',
    })
    .input(familyInput)
    .output(family)
    .query(({ ctx, input }) => readFamily(ctx.db, ctx.viewer.id, ctx.clock.today(), input.language)),

  answer: guardClubPerson('answerConsent', answerConsentInput)
    .meta({
      summary: 'Say yes or no to one purpose; a later answer replaces it',
      errors: ['consent_text_changed', 'guard_not_offered'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(answerConsent(ctx, ctx.clubPerson, input))),

  claim: guardClub('claimPeople', claimInput)
    .meta({
      summary: 'Tell the club which child one is a guardian of, or which of its people one is',
      errors: [
        'guardian_claim_exists',
        'guardian_claims_too_many',
        'guardianship_of_adult',
        'too_many_attempts',
      ],
    })
    .output(claimed)
    .mutation(({ ctx, input }) => claimGuardianship(ctx, ctx.club, input)),

  answerClaim: signedIn('answers about a claim of the viewer only')
    .meta({
      summary: 'Say yes or no before the club has confirmed a claim; it holds from then on',
      errors: ['guardian_claim_not_found', 'consent_text_changed'],
    })
    .input(answerClaimInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(answerClaim(ctx, input))),

  withdrawClaim: signedIn('deletes a claim of the viewer only')
    .meta({ summary: 'Take back a claim that waits', errors: ['guardian_claim_not_found'] })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(withdrawClaim(ctx, input.id))),

  accept: signedIn('accepts only what the viewer was asked')
    .meta({
      summary: 'Confirm to be the guardian the club asks for',
      errors: ['guardianship_not_found', 'guardianship_of_adult', 'club_person_not_found'],
    })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(acceptGuardianship(ctx, input.id))),

  leave: signedIn('ends a guardianship of the viewer only')
    .meta({ summary: 'Be no guardian, or no longer', errors: ['guardianship_not_found'] })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(leaveGuardianship(ctx, input.id))),
});
