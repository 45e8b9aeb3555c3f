import { AppError } from '#server/contract/errors.ts';
import { newId, requireId } from '#server/ids.ts';
import { assign, facesInSamePhotos, facesOf, moveRejections, personsOfOnly } from './assign-faces.ts';
import { moveClubPersonLinks, moveDeclinedLinks } from './club-person-links.repository.ts';
import { askAboutSplit, mergeAnswers } from './family-answers.repository.ts';
import { insertPerson } from './insert-person.ts';
import { keepApart, moveKeptApart } from './keep-people-apart.ts';
import { lockFaces, lockPeople, lockPerson } from './lock-people.ts';
import { type DecisionDependencies, type RecordedDecision, recordDecision } from './record-decision.ts';
import { moveSharedPeople } from './share-links-to-people.repository.ts';

/** The decisions about people. Each is one undoable step; record-decision.ts holds what they share. */
type Change = { galleryId: string; personId: string };

export function renamePerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
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

export function hidePerson(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
  hidden: boolean,
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    await lockPerson(trx, galleryId, personId);
    return {
      kind: hidden ? 'hidden' : 'shown',
      personId,
      touched: { persons: [personId], faces: [] },
      apply: () => trx.updateTable('person').set({ is_hidden: hidden }).where('id', '=', personId).execute(),
    };
  });
}

/**
 * Assigns all faces of the others to the person by hand, so that clustering does not separate them again. Where they
 * share a photo with a face of the person, that face is assigned by hand too, because clustering would separate two
 * faces of one photo.
 */
export function mergePeople(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
  otherIds: readonly string[],
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const target = await lockPerson(trx, galleryId, personId);
    const ids = [...new Set(otherIds.map((id) => requireId(id, 'person_not_found')))].filter(
      (id) => id !== personId,
    );
    if (ids.length === 0) throw new AppError('person_not_found');
    const others = await lockPeople(trx, galleryId, ids);
    const faces = [...(await facesOf(trx, ids)), ...(await facesInSamePhotos(trx, personId, ids))];
    const name = target.name || others.find((other) => other.name !== '')?.name || '';
    return {
      kind: 'merged',
      personId,
      touched: { persons: [personId, ...ids], faces },
      params: { people: ids.length + 1 },
      answersAbout: [personId, ...ids],
      apply: async () => {
        await assign(trx, faces, personId);
        await moveRejections(trx, ids, personId);
        await moveKeptApart(trx, ids, personId);
        await moveClubPersonLinks(trx, ids, personId);
        await moveDeclinedLinks(trx, ids, personId);
        await mergeAnswers(trx, ids, personId, ctx.clock.now());
        await moveSharedPeople(trx, ids, personId);
        await trx.deleteFrom('person').where('id', 'in', ids).execute();
        await trx.updateTable('person').set({ name }).where('id', '=', personId).execute();
      },
    };
  });
}

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
    const emptied = await personsOfOnly(trx, sources, faces);
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

/** Choosing a picture also assigns that face by hand, so that clustering does not move it. */
export function setRepresentative(
  ctx: DecisionDependencies,
  { galleryId, personId }: Change,
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
