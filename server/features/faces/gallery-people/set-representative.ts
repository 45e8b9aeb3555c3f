import { AppError } from '#server/contract/app-error.ts';
import { requireId } from '#server/ids.ts';
import { assign } from './face-assignments.repository.ts';
import { lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/** Choosing a picture also assigns that face by hand, so that clustering does not move it. */
export function setRepresentative(
  ctx: DecisionDependencies,
  { galleryId, personId }: { galleryId: string; personId: string },
  faceId: string,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    const id = requireId(faceId, 'face_not_found');
    const face = await trx
      .selectFrom('assignment')
      .select('face_id')
      .where('face_id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    if (!face) throw new AppError('face_not_found');
    return {
      kind: 'representative',
      personId,
      touched: { persons: [personId], faces: [id] },
      apply: async () => {
        await assign(trx, [id], personId);
        await trx
          .updateTable('person')
          .set({ representative_face_id: id, representative_chosen: true })
          .where('id', '=', personId)
          .execute();
      },
    };
  });
}
