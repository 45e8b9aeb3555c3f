import { newId, requireId } from '#server/ids.ts';
import { moveDeclinedLinks } from './club-person-links.repository.ts';
import { assign, peopleWithoutOtherFaces } from './face-assignments.repository.ts';
import { insertPerson } from './insert-person.ts';
import { keepApart } from './kept-apart.repository.ts';
import { lockFaces, lockPerson } from './lock-people.ts';
import { askAboutSplit, mergeAnswers } from './match-answers.repository.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';

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
