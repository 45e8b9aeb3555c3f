import { newId, requireId } from '#server/ids.ts';
import { assign, facesOf, peopleWithoutOtherFaces } from './assignments.repository.ts';
import { moveDeclinedLinks } from './club-person-links.repository.ts';
import { insertPerson } from './insert-person.ts';
import { keepApart } from './keep-people-apart.ts';
import { askAboutSplit, mergeAnswers } from './link-answers.repository.ts';
import { lockFaces, lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

/** Decisions on whose faces these are. Each is one undoable step. */
type Change = { galleryId: string; personId: string };

/** Assigns faces to a person by hand, or to a new person, who is then kept apart from the previous ones. */
export function moveFaces(
  ctx: DecisionDependencies,
  galleryId: string,
  faceIds: readonly string[],
  toPerson: string | null,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const faces = await lockFaces(trx, galleryId, faceIds);
    const target = toPerson === null ? null : requireId(toPerson, 'person_not_found');
    if (target) await lockPerson(trx, galleryId, target);
    const from = await trx
      .selectFrom('assignment')
      .select('person_id')
      .distinct()
      .where('face_id', 'in', faces)
      .execute();
    const person = target ?? newId();
    const sources = from.map((row) => row.person_id).filter((id) => id !== target);
    // Moving all faces of a person is merging it.
    const emptied = await peopleWithoutOtherFaces(trx, sources, faces);
    return {
      kind: target ? 'moved' : 'split',
      personId: person,
      touched: { persons: [person, ...sources], faces },
      answersAbout: target ? [person, ...emptied] : [person, ...sources],
      apply: async () => {
        if (!target) await insertPerson(trx, galleryId, person);
        await trx
          .deleteFrom('rejection')
          .where('person_id', '=', person)
          .where('face_id', 'in', faces)
          .execute();
        await assign(trx, faces, person);
        const parted = sources.filter((source) => !emptied.includes(source));
        if (!target) await askAboutSplit(trx, parted, person, ctx.clock.now());
        await moveDeclinedLinks(trx, emptied, person);
        await mergeAnswers(trx, emptied, person, ctx.clock.now());
        if (!target) for (const source of sources) await keepApart(trx, source, person);
      },
    };
  });
}

/** "Not this person": the faces leave the person, and clustering never assigns them to that person again. */
export function rejectFaces(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
  faceIds: readonly string[],
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    const faces = await lockFaces(trx, galleryId, faceIds);
    // Faces of other people get only a rejection, so they stay out of the undo snapshot.
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
