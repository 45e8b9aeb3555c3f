import { requireId } from '#server/ids.ts';
import { keepApart } from './kept-apart.repository.ts';
import { lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/** The answer "no" to "same person?": clustering never merges the two and never suggests it again. */
export function keepPeopleApart(
  ctx: DecisionDependencies,
  galleryId: string,
  firstId: string,
  secondId: string,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, firstId);
    const second = requireId(secondId, 'person_not_found');
    await lockPerson(trx, galleryId, second);
    return {
      kind: 'kept_apart',
      personId: firstId,
      touched: { persons: [firstId, second], faces: [] },
      apply: () => keepApart(trx, firstId, second),
    };
  });
}
