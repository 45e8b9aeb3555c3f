import { lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/** Gives a person a name, or takes it. One undoable step. */
export function renamePerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: { galleryId: string; personId: string },
  name: string,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const person = await lockPerson(trx, galleryId, personId);
    return {
      kind: 'renamed',
      personId,
      touched: { persons: [personId], faces: [] },
      params: { from: person.name, to: name },
      apply: () => trx.updateTable('person').set({ name }).where('id', '=', personId).execute(),
    };
  });
}
