import { AppError } from '#server/contract/app-error.ts';
import { lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/**
 * Gives a person a name, or takes it. One undoable step.
 * @throws AppError edit_conflict where somebody else has given another name than the one that was seen
 */
export function renamePerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: { galleryId: string; personId: string },
  name: string,
  seenName?: string,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const person = await lockPerson(trx, galleryId, personId);
    const isOtherNow = seenName !== undefined && !['', name, seenName].includes(person.name);
    if (isOtherNow) throw new AppError('edit_conflict');
    return {
      kind: 'renamed',
      personId,
      touched: { persons: [personId], faces: [] },
      params: { from: person.name, to: name },
      apply: () => trx.updateTable('person').set({ name }).where('id', '=', personId).execute(),
    };
  });
}
