import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { facesOf } from './face-assignments.repository.ts';
import { lockFaces, lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/** "Not this person": the faces leave the person, and clustering never assigns them to that person again. */
export function rejectFaces(
  ctx: DecisionDependencies,
  { galleryId, personId }: { galleryId: string; personId: string },
  faceIds: readonly string[],
  /** Asked once the faces are locked; throws where the viewer may not say so any more. */
  check?: (trx: Transaction<DB>) => Promise<void>,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    const faces = await lockFaces(trx, galleryId, faceIds);
    await check?.(trx);
    // Only faces of this person leave it and are put back by undoing; faces of others get a rejection alone.
    const held = new Set(await facesOf(trx, [personId]));
    return {
      kind: 'rejected',
      personId,
      touched: { persons: [personId], faces: faces.filter((id) => held.has(id)) },
      params: { face_count: faces.length },
      apply: async () => {
        await trx
          .deleteFrom('assignment')
          .where('face_id', 'in', faces)
          .where('person_id', '=', personId)
          .execute();
        await trx
          .insertInto('rejection')
          .values(faces.map((face_id) => ({ face_id, person_id: personId })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
    };
  });
}
