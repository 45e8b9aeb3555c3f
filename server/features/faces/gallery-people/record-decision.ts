import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { saveAnswersBefore } from '#server/features/faces/who-is-who/match-answers.repository.ts';
import {
  listOpenQuestions,
  notifyPeopleAnswered,
} from '#server/features/faces/who-is-who/notify-people-answered.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { chooseRepresentatives } from './choose-representatives.repository.ts';
import { type Snapshot, type TouchedIds, takeSnapshot } from './people-snapshot.ts';

export type DecisionDependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'mail'> & { viewer: SignedIn };
type DecisionKind =
  | 'renamed'
  | 'merged'
  | 'moved'
  | 'split'
  | 'rejected'
  | 'hidden'
  | 'shown'
  | 'representative'
  | 'kept_apart'
  | 'linked'
  | 'unlinked'
  | 'name_of_nobody'
  | 'nobody_known'
  | 'unanswered';

/** `touched` also names people the decision creates: the snapshot lacks them, so undoing deletes them. */
type Decision = {
  kind: DecisionKind;
  personId: string | null;
  touched: TouchedIds;
  params?: Record<string, unknown>;
  /** People with answers of families that the decision may change. */
  answersAbout?: readonly string[];
  apply(trx: Transaction<DB>): Promise<unknown>;
};

/** How a decision was made; schemas/gallery-people.ts. */
export type AnswerOptions = {
  as_answer?: boolean;
  or_else?: string | null | undefined;
  unless_together?: boolean;
};

export type RecordedDecision = { person_id: string | null; decision_id: string };

/**
 * Applies and records one change that a human makes to people. Locks the gallery against clustering, stores the rows
 * as they were, writes the change, queues clustering of the gallery, and tells who asked the club what it answers.
 */
export async function recordDecision(
  ctx: DecisionDependencies,
  galleryId: string,
  build: (trx: Transaction<DB>) => Promise<Decision>,
): Promise<RecordedDecision> {
  const { notified, ...recorded } = await ctx.db.transaction().execute(async (trx) => {
    await holdGallery(trx, galleryId);
    const decision = await build(trx);
    const { touched, answersAbout } = decision;
    const before = await takeSnapshot(trx, touched);
    // Made under the lock, so that ids have the order of the decisions.
    const decisionId = newId();
    if (answersAbout) await saveAnswersBefore(trx, decisionId, answersAbout);
    const open = await listOpenQuestions(trx, galleryId, ctx.viewer);
    await decision.apply(trx);
    await trx
      .insertInto('people_decision')
      .values({
        id: decisionId,
        gallery_id: galleryId,
        kind: decision.kind,
        person_id: decision.personId,
        params: JSON.stringify({ face_count: touched.faces.length, ...decision.params }),
        before: JSON.stringify({ touched, rows: before, answersAbout }),
        made_by: ctx.viewer.id,
        created_at: ctx.clock.now(),
      })
      .execute();
    await chooseRepresentatives(trx, galleryId);
    await ctx.jobs.enqueue(trx, 'cluster-gallery', [{ gallery_id: galleryId }]);
    const notified = await notifyPeopleAnswered(ctx, trx, galleryId, open);
    return { person_id: decision.personId, decision_id: decisionId, notified };
  });
  publishNotifications(ctx.bus, notified);
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
  return recorded;
}

export type StoredBefore = { touched: TouchedIds; rows: Snapshot; answersAbout?: string[] };
