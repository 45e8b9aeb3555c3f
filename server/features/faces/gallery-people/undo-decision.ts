import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { correctPeopleAnswered } from '#server/features/faces/who-is-who/notify-people-answered.ts';
import { resetMatchAnswers } from '#server/features/faces/who-is-who/restore-match-answers.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { chooseRepresentatives } from './choose-representatives.repository.ts';
import { restoreSnapshot, type TouchedIds } from './people-snapshot.ts';
import type { DecisionDependencies, StoredBefore } from './record-decision.ts';

/** Restores the rows the decision touched. Later decisions on the same people or faces have to be undone before. */
export async function undoDecision(
  ctx: DecisionDependencies,
  galleryId: string,
  decisionId: string,
  /** Written with it, such as an audit entry. */
  andThen?: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await holdGallery(trx, galleryId);
    const row = await trx
      .selectFrom('people_decision')
      .selectAll()
      .where('id', '=', decisionId)
      .executeTakeFirst();
    if (!row) throw new AppError('decision_not_found');
    if (row.undone_at) throw new AppError('decision_not_undoable');
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
      throw new AppError('later_decision_not_undone');
    const restoreAnswers = answersAbout && (await resetMatchAnswers(ctx, trx, row, answersAbout));
    await restoreSnapshot(trx, touched, rows, row.created_at);
    await restoreAnswers?.();
    await trx
      .updateTable('people_decision')
      .set({ undone_at: ctx.clock.now() })
      .where('id', '=', decisionId)
      .execute();
    await andThen?.(trx);
    await chooseRepresentatives(trx, galleryId);
    await ctx.jobs.enqueue(trx, 'cluster-gallery', [{ gallery_id: galleryId }]);
    return correctPeopleAnswered(ctx, trx, galleryId);
  });
  publishNotifications(ctx.bus, notified);
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
}

const overlap = (a: TouchedIds, b: TouchedIds): boolean => {
  const ids = new Set([...a.persons, ...a.faces]);
  return [...b.persons, ...b.faces].some((id) => ids.has(id));
};

/** A decision is undone once, and only while no later one that stands touched the same. */
export const isUndoable = (
  decision: { undone_at: Date | null; touched: TouchedIds },
  laterTouched: readonly TouchedIds[],
): boolean => decision.undone_at === null && !laterTouched.some((later) => overlap(decision.touched, later));
