import {
  askAboutAgain,
  checkedAsOfAll,
  listAskedFaces,
} from '#server/features/faces/who-is-who/checked-as.repository.ts';
import { moveDeclinedLinks } from '#server/features/faces/who-is-who/club-person-links.repository.ts';
import { askAboutSplit, mergeAnswers } from '#server/features/faces/who-is-who/match-answers.repository.ts';
import { newId, requireId } from '#server/ids.ts';
import { assign, peopleWithoutOtherFaces } from './face-assignments.repository.ts';
import { insertPerson } from './insert-person.ts';
import { keepApart } from './kept-apart.repository.ts';
import { lockFaces, lockPeople } from './lock-people.ts';
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
    const [owner] = target ? await lockPeople(trx, galleryId, [target]) : [];
    const from = await trx
      .selectFrom('assignment')
      .innerJoin('person', 'person.id', 'assignment.person_id')
      .select(['person.id', 'person.checked_as'])
      .distinct()
      .where('face_id', 'in', faces)
      .execute();
    const person = target ?? newId();
    const sources = from.map((row) => row.id).filter((id) => id !== target);
    // Moving all faces of a person is merging it.
    const emptied = await peopleWithoutOtherFaces(trx, sources, faces);
    return {
      kind: target ? 'moved' : 'split',
      personId: person,
      touched: { persons: [person, ...sources], faces },
      answersAbout: target ? [person, ...emptied] : [person, ...sources],
      apply: async () => {
        if (!target) await insertPerson(trx, galleryId, person);
        const asked = new Set(await listAskedFaces(trx, galleryId));
        await trx
          .deleteFrom('rejection')
          .where('person_id', '=', person)
          .where('face_id', 'in', faces)
          .execute();
        await assign(trx, faces, person);
        if (owner)
          await trx
            .updateTable('person')
            .set({ checked_as: checkedAsOfAll([owner, ...from]) })
            .where('id', '=', person)
            .execute();
        // Of faces that were nobody's, too.
        await askAboutAgain(
          trx,
          faces.filter((face) => asked.has(face)),
        );
        const parted = sources.filter((source) => !emptied.includes(source));
        if (!target) await askAboutSplit(trx, parted, person, ctx.clock.now());
        await moveDeclinedLinks(trx, emptied, person);
        await mergeAnswers(trx, emptied, person, ctx.clock.now());
        if (!target) for (const source of sources) await keepApart(trx, source, person);
      },
    };
  });
}
