import { byId, done, page } from '#server/contract/schemas/common.ts';
import { consentTexts, saveConsentTextInput } from '#server/contract/schemas/consent-texts.ts';
import {
  addGuardianInput,
  approveClaimInput,
  approvedClaim,
  claimOfClubInput,
  ending,
  endingInput,
  guardianClaims,
  guardianInput,
  guardians,
  guardiansInput,
  paperConsentInput,
  paperConsentOfClubInput,
  paperConsents,
  reminded,
} from '#server/contract/schemas/family.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { loadClubPerson } from '#server/features/people/club-people/load-club-person.ts';
import { savePaperConsent } from '#server/features/people/consent/answer-consent.ts';
import { listConsentTexts } from '#server/features/people/consent/consent-texts.ts';
import { listPaperConsents } from '#server/features/people/consent/paper-consents.repository.ts';
import { remindOfConsents } from '#server/features/people/consent/remind-of-consents.ts';
import { removePaperConsent } from '#server/features/people/consent/remove-paper-consent.ts';
import { saveConsentText } from '#server/features/people/consent/save-consent-text.ts';
import { listChildrenOf } from '#server/features/people/family/family.repository.ts';
import { countOpenInvitationsFor } from '#server/features/people/invitations/invitations.repository.ts';
import { onlyIds } from '#server/ids.ts';
import { doneAfter, router } from '#server/trpc/trpc.ts';
import { askGuardian } from './ask-guardian.ts';
import { approveClaim, rejectClaim } from './decide-claim.ts';
import { listClaims, listGuardians } from './guardians.repository.ts';
import { notThemUntil, sayNotThem } from './not-them.ts';
import { removeGuardian } from './remove-guardian.ts';

/** Guardians and consents, as the club keeps them. */
export const guardiansRouter = router({
  list: guardClub('managePeople', guardiansInput)
    .meta({ summary: 'Who answers for a person of the club', errors: ['club_person_not_found'] })
    .output(guardians)
    .query(async ({ ctx, input }) => {
      const person = await loadClubPerson(ctx.db, ctx.club.id, input.club_person_id, ctx.clock.today());
      return {
        guardians: (await listGuardians(ctx.db, person.id)).map(({ invited_at, ...guardian }) => ({
          ...guardian,
          not_them_until: notThemUntil(invited_at, ctx.clock.now()),
        })),
        open_invitations: await countOpenInvitationsFor(ctx.db, person.id, ctx.clock.now()),
      };
    }),

  ask: guardClub('managePeople', addGuardianInput)
    .meta({
      summary: 'Ask a member whether they are a guardian of a person',
      errors: [
        'club_person_not_found',
        'club_member_not_found',
        'guardianship_exists',
        'guardianship_of_oneself',
        'guardianship_circle',
        'guardianship_of_adult',
      ],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(askGuardian(ctx, ctx.club, input.club_person_id, input.user_id))),

  remove: guardClub('managePeople', guardianInput)
    .meta({ summary: 'End a guardianship, or stop asking for it', errors: ['guardianship_not_found'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removeGuardian(ctx, ctx.club, input))),

  notThem: guardClub('managePeople', guardianInput)
    .meta({
      summary:
        'Say that a guardian whom an invitation confirmed is not one: what they said and their pictures are deleted',
      errors: ['guardianship_not_found', 'guardianship_settled'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(sayNotThem(ctx, ctx.club, input))),

  ending: guardClub('managePeople', endingInput)
    .meta({ summary: 'For which children nobody, or only others, answer once members are removed' })
    .output(ending)
    .query(({ ctx, input }) =>
      listChildrenOf(ctx.db, ctx.club.id, onlyIds(input.user_ids), ctx.clock.today()),
    ),

  claims: guardClub('managePeople', byId.extend(page(50)))
    .meta({ summary: 'Members who say that they are a guardian, or one of the people of the club' })
    .output(guardianClaims)
    .query(({ ctx, input }) => listClaims(ctx.db, ctx.club.id, input, ctx.clock.today())),

  approve: guardClub('managePeople', approveClaimInput)
    .meta({
      summary: 'Say which person of the club a claim means, or add that person to the list',
      errors: [
        'guardian_claim_not_found',
        'club_person_not_found',
        'club_member_not_found',
        'club_person_account_taken',
        'guardianship_of_oneself',
        'guardianship_circle',
        'guardianship_of_adult',
      ],
    })
    .output(approvedClaim)
    .mutation(({ ctx, input }) => approveClaim(ctx, ctx.club, input)),

  reject: guardClub('managePeople', claimOfClubInput)
    .meta({ summary: 'Refuse a claim', errors: ['guardian_claim_not_found'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(rejectClaim(ctx, ctx.club, input.claim_id))),

  paperConsents: guardClub('managePeople', guardiansInput)
    .meta({
      summary: 'What was signed on paper for a person last, by purpose, with the notes of the club',
      errors: ['club_person_not_found'],
    })
    .output(paperConsents)
    .query(async ({ ctx, input }) => {
      const person = await loadClubPerson(ctx.db, ctx.club.id, input.club_person_id, ctx.clock.today());
      return { papers: await listPaperConsents(ctx.db, person.id, ctx.clock.today()) };
    }),

  paperConsent: guardClub('managePeople', paperConsentInput)
    .meta({
      summary: 'Write down what was signed on paper',
      errors: ['club_person_not_found', 'guard_not_offered'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(savePaperConsent(ctx, ctx.club, input))),

  removePaper: guardClub('managePeople', paperConsentOfClubInput)
    .meta({
      summary: 'Remove an answer that was entered from paper by mistake; who removed it is kept',
      errors: ['club_person_not_found', 'paper_consent_not_found'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removePaperConsent(ctx, ctx.club, input))),

  remind: guardClub('managePeople', byId)
    .meta({
      summary: 'Remind members of questions about photos that they have not answered',
      errors: ['too_many_attempts'],
    })
    .output(reminded)
    .mutation(async ({ ctx }) => ({ reminded: await remindOfConsents(ctx, ctx.club) })),

  consentTexts: guardClub('managePeople', byId)
    .meta({ summary: 'What families of a club are asked, word for word, in every language' })
    .output(consentTexts)
    .query(async ({ ctx }) => ({ texts: await listConsentTexts(ctx.db, ctx.club.id) })),

  saveConsentText: guardClub('managePeople', saveConsentTextInput)
    .meta({
      summary: 'Ask for one purpose in the club’s own words; answers keep the text that was read',
    })
    .output(consentTexts)
    .mutation(async ({ ctx, input }) => {
      await saveConsentText(ctx, ctx.club, input);
      return { texts: await listConsentTexts(ctx.db, ctx.club.id) };
    }),
});
