import { AppError } from '#server/contract/errors.ts';
import { chooseRepresentatives } from './apply-cluster-plan.repository.ts';
import { type DecisionDependencies, isUndoable, lockGallery, type StoredBefore } from './record-decision.ts';
import { takeAnswersBack } from './restore-answers.ts';
import { restoreSnapshot } from './undo-snapshot.ts';

/** Restores the rows the decision touched. Later decisions on the same people have to be undone before. */
export async function undoDecision(
  ctx: DecisionDependencies,
  galleryId: string,
  decisionId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockGallery(trx, galleryId);
    const row = await trx
      .selectFrom('people_decision')
      .selectAll()
      .where('id', '=', decisionId)
      .executeTakeFirst();
    if (!row) throw new AppError('decision_not_found');
    const later = await trx
      .selectFrom('people_decision')
      .select(['id', 'before'])
      .where('gallery_id', '=', galleryId)
      .where('undone_at', 'is', null)
      .where('id', '>', decisionId) // UUIDv7 grows with time
      .execute();
    const { touched, rows, answersAbout } = row.before as StoredBefore;
    const laterTouched = later.map(({ before }) => (before as StoredBefore).touched);
    if (!isUndoable({ undone_at: row.undone_at, touched }, laterTouched))
      throw new AppError('decision_not_undoable');
    const restoreAnswers = answersAbout && (await takeAnswersBack(ctx, trx, row, answersAbout));
    await restoreSnapshot(trx, touched, rows, row.created_at);
    await restoreAnswers?.();
    await trx
      .updateTable('people_decision')
      .set({ undone_at: ctx.clock.now() })
      .where('id', '=', decisionId)
      .execute();
    await chooseRepresentatives(trx, galleryId);
    await ctx.jobs.enqueue(trx, 'cluster-gallery', [{ gallery_id: galleryId }]);
  });
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
}
