import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  answerInput,
  family,
  foundPhotos,
  foundPhotosInput,
  hasFamily,
  linkQuestions,
  markSeenInput,
  referenceInput,
} from '#server/contract/schemas/my-photos.ts';
import { getFaceSettings } from '#server/features/recognition/face-settings.ts';
import { requireId } from '#server/ids.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';
import { answerLinkQuestion } from './answer-link-question.ts';
import {
  isFamilyKnown,
  listFamilyWithReferences,
  requireFamilyMember,
} from './family-with-references.repository.ts';
import { findingThresholds } from './finding-thresholds.ts';
import { listFoundPhotos, listLinkQuestionsOfPerson } from './found-photos.repository.ts';
import { deleteReference } from './reference-pictures.repository.ts';
import { findSeenUntil, saveSeenUntil } from './seen-photos.repository.ts';

const OWN_FAMILY =
  'answers about the viewer and children the viewer is a guardian of; others do not exist here';
/** Questions handed out at once; the next ones come when these are answered. */
const QUESTIONS = 20;

async function thresholdsInForce(ctx: Pick<AppContext, 'db' | 'engine'>) {
  const { recognition_model } = await getFaceSettings(ctx.db, ctx.engine);
  return findingThresholds(ctx.engine, recognition_model);
}

export const myPhotosRouter = router({
  family: signedIn('answers the viewer and the viewer’s children only')
    .meta({ summary: 'The viewer and the viewer’s children, with the pictures by which they are found' })
    .output(family)
    .query(async ({ ctx }) => {
      const { recogniser } = await thresholdsInForce(ctx);
      return { members: await listFamilyWithReferences(ctx.db, ctx.viewer, ctx.clock.today(), recogniser) };
    }),

  hasFamily: signedIn('answers about the viewer and the viewer’s children only')
    .meta({ summary: 'Whether a club knows the viewer or a child of the viewer' })
    .output(hasFamily)
    .query(async ({ ctx }) => ({
      has_family: await isFamilyKnown(ctx.db, ctx.viewer, ctx.clock.today()),
    })),

  photos: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Photos of somebody of the viewer’s family, from every gallery the viewer may read',
      errors: ['club_person_not_found'],
    })
    .input(foundPhotosInput)
    .output(foundPhotos)
    .query(async ({ ctx, input: { id, ...page } }) => {
      const today = ctx.clock.today();
      const member = await requireFamilyMember(ctx.db, ctx.viewer, id, today);
      const search = { viewer: ctx.viewer, thresholds: await thresholdsInForce(ctx), today };
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
    .input(byId)
    .output(linkQuestions)
    .query(async ({ ctx, input }) => {
      const today = ctx.clock.today();
      const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, today);
      const search = { viewer: ctx.viewer, thresholds: await thresholdsInForce(ctx), today };
      return { questions: await listLinkQuestionsOfPerson(ctx.db, search, member.id, QUESTIONS) };
    }),

  answer: signedIn(OWN_FAMILY)
    .meta({
      summary:
        'Say whether a person of a gallery is somebody of the viewer’s family; counts for the family alone',
      errors: ['club_person_not_found', 'person_not_found'],
    })
    .input(answerInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await answerLinkQuestion(ctx, await thresholdsInForce(ctx), input);
      return { ok: true as const };
    }),

  removeReference: signedIn(OWN_FAMILY)
    .meta({
      summary: 'Delete a picture by which somebody of the viewer’s family is found',
      errors: ['club_person_not_found', 'reference_not_found'],
    })
    .input(referenceInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const member = await requireFamilyMember(ctx.db, ctx.viewer, input.id, ctx.clock.today());
      const referenceId = requireId(input.reference_id, 'reference_not_found');
      if (!(await deleteReference(ctx.db, member.id, referenceId))) throw new AppError('reference_not_found');
      return { ok: true as const };
    }),
});
