import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  answered,
  answeredNo,
  answerInput,
  family,
  foundPhotos,
  foundPhotosInput,
  guardPictures,
  hasFamily,
  markSeenInput,
  matchQuestions,
  matchQuestionsInput,
  referenceInput,
  rejected,
  rejectInput,
  takeBackAnswerInput,
  takeBackRejectionInput,
} from '#server/contract/schemas/my-photos.ts';
import {
  answerMatchQuestion,
  takeBackAnswer,
} from '#server/features/faces/who-is-who/answer-match-question.ts';
import type { ReferencePurpose } from '#server/features/people/club-people/erase-face-search.ts';
import { listGuardianRequests } from '#server/features/people/guardians/guardians.repository.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';
import {
  findFamilyStatus,
  listFamilyWithReferences,
  requireFamilyMember,
} from './family-with-references.repository.ts';
import { listFoundPhotos, noPhotos } from './found-photos.repository.ts';
import { listAnsweredNo, listMatchQuestionsOfPerson } from './questions-to-family.repository.ts';
import { deleteReference, listReferences } from './reference-pictures.repository.ts';
import { rejectOnPhoto, takeBackRejection } from './reject-on-photo.ts';
import { searchScopes } from './search-scopes.ts';
import { searchThresholdsInForce } from './search-thresholds.ts';
import { findSeenUntil, saveSeenUntil } from './seen-photos.repository.ts';

const OWN_FAMILY =
  'answers about the viewer and children the viewer is a guardian of; others do not exist here';

export const myPhotosRouter = router({
  family: signedIn('answers the viewer and the viewer’s children only')
    .meta({ summary: 'The viewer and the viewer’s children, with the pictures by which they are found' })
    .output(family)
    .query(async ({ ctx }) => {
      const { recogniser } = await searchThresholdsInForce(ctx);
      return { members: await listFamilyWithReferences(ctx.db, ctx.viewer, ctx.clock.today(), recogniser) };
    }),

  hasFamily: signedIn('answers about the viewer and the viewer’s children only')
    .meta({ summary: 'Whether a club knows the viewer or a child of the viewer, could, or asks' })
    .output(hasFamily)
    .query(async ({ ctx }) => ({
      status: await findFamilyStatus(ctx.db, ctx.viewer, ctx.clock.today()),
      asked: await listGuardianRequests(ctx.db, ctx.viewer.id),
    })),

  photos: signedIn(OWN_FAMILY)
    .meta({
      summary:
        'Photos of somebody of the viewer’s family, from the viewer’s galleries or public ones of other clubs',
      errors: ['club_person_not_found'],
    })
    .input(foundPhotosInput)
    .output(foundPhotos)
    .query(async ({ ctx, input: { id, scope, ...page } }) => {
      const today = ctx.clock.today();
      const member = await requireFamilyMember(ctx.db, ctx.viewer, id, today);
      if (!searchScopes(ctx).includes(scope)) return noPhotos;
      const search = { viewer: ctx.viewer, thresholds: await searchThresholdsInForce(ctx), today, scope };
      const seenUntil = await findSeenUntil(ctx.db, ctx.viewer.id, member.id);
      return listFoundPhotos(ctx.db, search, member.id, page, seenUntil);
    }),

  markSeen: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Note up to which photo the viewer has seen the photos of somebody of the family',
      errors: ['club_person_not_found'],
    })
    .input(markSeenInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, ctx.clock.today());
      const now = ctx.clock.now();
      const seen = new Date(input.seen_until);
      const seen_until = seen < now ? seen : now;
      await saveSeenUntil(ctx.db, { user_id: ctx.viewer.id, club_person_id: member.id, seen_until });
      return { ok: true as const };
    }),

  questions: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Persons of galleries who may be somebody of the viewer’s family, nearest first',
      errors: ['club_person_not_found'],
    })
    .input(matchQuestionsInput)
    .output(matchQuestions)
    .query(async ({ ctx, input: { id, scope } }) => {
      const today = ctx.clock.today();
      const member = await requireFamilyMember(ctx.db, ctx.viewer, id, today);
      if (!searchScopes(ctx).includes(scope)) return { questions: [] };
      const search = { viewer: ctx.viewer, thresholds: await searchThresholdsInForce(ctx), today, scope };
      return {
        questions: await listMatchQuestionsOfPerson(ctx.db, search, member.id, listSizes.matchQuestions),
      };
    }),

  answeredNo: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Persons of galleries about whom the viewer’s family said no, newest answer first',
      errors: ['club_person_not_found'],
    })
    .input(byId)
    .output(answeredNo)
    .query(async ({ ctx, input }) => {
      const today = ctx.clock.today();
      const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, today);
      const search = { viewer: ctx.viewer, thresholds: await searchThresholdsInForce(ctx), today };
      return listAnsweredNo(ctx.db, search, member.id, listSizes.answeredNo);
    }),

  answer: signedIn(OWN_FAMILY)
    .meta({
      summary:
        'Say whether a person of a gallery is somebody of the viewer’s family; counts for the family alone',
      errors: ['club_person_not_found', 'person_not_found'],
    })
    .input(answerInput)
    .output(answered)
    .mutation(async ({ ctx, input }) => answerMatchQuestion(ctx, await searchThresholdsInForce(ctx), input)),

  takeBackAnswer: signedIn(OWN_FAMILY)
    .meta({
      summary:
        'Take back what the viewer said about a person of a gallery; what was said before counts again',
      errors: ['club_person_not_found', 'person_not_found'],
    })
    .input(takeBackAnswerInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await takeBackAnswer(ctx, input);
      return { ok: true as const };
    }),

  reject: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Say that a person linked to somebody of the viewer’s family is not them on one photo',
      errors: ['club_person_not_found', 'person_not_found'],
    })
    .input(rejectInput)
    .output(rejected)
    .mutation(async ({ ctx, input }) => rejectOnPhoto(ctx, await searchThresholdsInForce(ctx), input)),

  takeBackRejection: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Take back what the viewer said about one photo',
      errors: [
        'club_person_not_found',
        'decision_not_found',
        'decision_not_undoable',
        'later_decision_not_undone',
      ],
    })
    .input(takeBackRejectionInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await takeBackRejection(ctx, input);
      return { ok: true as const };
    }),

  removeReference: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Delete a picture by which somebody of the viewer’s family is found',
      errors: ['club_person_not_found', 'reference_not_found'],
    })
    .input(referenceInput)
    .output(done)
    .mutation(({ ctx, input }) => removeReference(ctx, 'find', input)),

  guardPictures: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Pictures of somebody of the viewer’s family by which photos are kept inside the club',
      errors: ['club_person_not_found'],
    })
    .input(byId)
    .output(guardPictures)
    .query(async ({ ctx, input }) => {
      const today = ctx.clock.today();
      const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, today);
      const { recogniser } = await searchThresholdsInForce(ctx);
      const referencesOf = await listReferences(ctx.db, 'guard', [member.id], { today, recogniser });
      return { references: referencesOf(member.id) };
    }),

  removeGuardPicture: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Delete a picture by which photos of somebody of the viewer’s family are kept inside the club',
      errors: ['club_person_not_found', 'reference_not_found'],
    })
    .input(referenceInput)
    .output(done)
    .mutation(({ ctx, input }) => removeReference(ctx, 'guard', input)),
});

async function removeReference(
  { db, clock, viewer }: Needs<'db' | 'clock'> & { viewer: SignedIn },
  purpose: ReferencePurpose,
  input: z.output<typeof referenceInput>,
): Promise<z.output<typeof done>> {
  const today = clock.today();
  const member = await requireFamilyMember(db, viewer, input.id, today);
  const referenceId = requireId(input.reference_id, 'reference_not_found');
  if (!(await deleteReference(db, purpose, member.id, referenceId, today)))
    throw new AppError('reference_not_found');
  return { ok: true as const };
}
