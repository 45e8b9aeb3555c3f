import { lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/** Hides a person from the people of the gallery, or shows it again. One undoable step. */
export function hidePerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: { galleryId: string; personId: string },
  hidden: boolean,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    return {
      kind: hidden ? 'hidden' : 'shown',
      personId,
      touched: { persons: [personId], faces: [] },
      apply: () => trx.updateTable('person').set({ is_hidden: hidden }).where('id', '=', personId).execute(),
    };
  });
}
