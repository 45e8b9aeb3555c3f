import type { DB } from '#server/db/tables.ts';
import { lockPeople } from '#server/features/faces/gallery-people/lock-people.ts';
import {
  type DecisionDependencies,
  type RecordedDecision,
  recordDecision,
} from '#server/features/faces/gallery-people/record-decision.ts';
import { requireId } from '#server/ids.ts';

/**
 * "Nobody we know", or "may be shown without an answer", said before photos are shown outside the club: these people are not
 * asked about again. One undoable step for all of them.
 */
export function markChecked(
  ctx: DecisionDependencies,
  galleryId: string,
  personIds: readonly string[],
  checkedAs: NonNullable<DB['person']['checked_as']>,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const ids = [...new Set(personIds.map((id) => requireId(id, 'person_not_found')))];
    await lockPeople(trx, galleryId, ids);
    return {
      kind: checkedAs,
      personId: ids.length === 1 ? ids[0]! : null,
      touched: { persons: ids, faces: [] },
      params: { people: ids.length },
      apply: () => trx.updateTable('person').set({ checked_as: checkedAs }).where('id', 'in', ids).execute(),
    };
  });
}
