import { AppError } from '#server/contract/app-error.ts';
import {
  moveClubPersonLinks,
  moveDeclinedLinks,
} from '#server/features/faces/who-is-who/club-person-links.repository.ts';
import { mergeAnswers } from '#server/features/faces/who-is-who/match-answers.repository.ts';
import { moveNameOfNobody } from '#server/features/faces/who-is-who/names-of-nobody.repository.ts';
import { requireId } from '#server/ids.ts';
import {
  assign,
  facesInSamePhotos,
  facesOf,
  moveRejections,
  requireApart,
} from './face-assignments.repository.ts';
import { isKeptApart, moveKeptApart } from './kept-apart.repository.ts';
import { lockPeople, lockPerson } from './lock-people.ts';
import { mergedPerson } from './merged-person.ts';
import {
  type AnswerOptions,
  type DecisionDependencies,
  type RecordedDecision,
  recordDecision,
} from './record-decision.ts';
import { moveShareLinksOfMerged } from './share-links-to-people.repository.ts';

/**
 * Assigns all faces of the others to the person by hand, so that clustering does not take them away again. Faces of the person
 * in the same photos are assigned by hand too, because clustering leaves a person one face of a photo.
 * @throws AppError edit_conflict for the answer to a question, where somebody has said meanwhile that they are different people;
 *   people_together where asked to refuse those
 */
export function mergePeople(
  ctx: DecisionDependencies,
  { galleryId, personId }: { galleryId: string; personId: string },
  otherIds: readonly string[],
  { as_answer, or_else, unless_together }: AnswerOptions = {},
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const target = await lockPerson(trx, galleryId, personId);
    const ids = [...new Set(otherIds.map((id) => requireId(id, 'person_not_found')))].filter(
      (id) => id !== personId,
    );
    if (ids.length === 0) throw new AppError('person_not_found');
    const others = await lockPeople(trx, galleryId, ids);
    if (unless_together) await requireApart(trx, [personId, ...ids]);
    if (as_answer && (await isKeptApart(trx, personId, ids))) throw new AppError('edit_conflict');
    const beside = or_else
      ? await trx
          .selectFrom('person')
          .select('id')
          .where('id', '=', requireId(or_else, 'person_not_found'))
          .where('gallery_id', '=', galleryId)
          .executeTakeFirst()
      : undefined;
    const faces = [...(await facesOf(trx, ids)), ...(await facesInSamePhotos(trx, personId, ids))];
    const { values, namedAfter } = mergedPerson([target, ...others]);
    return {
      kind: 'merged',
      personId,
      touched: { persons: [personId, ...ids], faces },
      params: { people: ids.length + 1, ...(beside && { or_else: beside.id }) },
      answersAbout: [personId, ...ids],
      apply: async () => {
        await assign(trx, faces, personId);
        await moveRejections(trx, ids, personId);
        await moveKeptApart(trx, ids, personId);
        await moveClubPersonLinks(trx, ids, personId);
        await moveDeclinedLinks(trx, ids, personId);
        await mergeAnswers(trx, ids, personId, ctx.clock.now());
        await moveShareLinksOfMerged(trx, ids, personId);
        await trx.updateTable('person').set(values).where('id', '=', personId).execute();
        if (namedAfter !== personId) await moveNameOfNobody(trx, namedAfter, personId);
        await trx.deleteFrom('person').where('id', 'in', ids).execute();
      },
    };
  });
}
