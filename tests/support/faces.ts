import { applyPlan } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import {
  listFacesAwaitingGrouping,
  markGrouped,
} from '#server/features/faces/gallery-people/faces-awaiting-grouping.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { type FoundFace, saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { createPhoto } from './actors.ts';
import type { TestApp } from './test-app.ts';

export const testRecogniser = 'mobilefacenet';

/** A synthetic embedding: faces `like` the same word are close, others far. No real person's numbers in tests. */
export function syntheticEmbedding(like: string, wobble = 0): Float32Array {
  let state = 2_166_136_261;
  for (const letter of like) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  return Float32Array.from({ length: 128 }, (_, i) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    return ((state >>> 0) / 2 ** 32 - 0.5) * 0.25 + wobble * Math.sin(i + wobble);
  });
}

export function foundFace(like: string, fields: Partial<FoundFace> = {}): FoundFace {
  return {
    matches: null,
    box: { x: 0.1, y: 0.1, w: 0.2, h: 0.3 },
    landmarks: [0.1, 0.1, 0.2, 0.1, 0.15, 0.2, 0.1, 0.3, 0.2, 0.3],
    score: 0.9,
    sizePx: 120,
    blur: 0.1,
    yaw: 0,
    grade: 'core',
    embedding: syntheticEmbedding(like),
    ...fields,
  };
}

/** A photo with faces of these people, side by side. Answers the photo's id and the faces' ids by name. */
export async function createPhotoOf(
  app: TestApp,
  galleryId: string,
  people: string[],
  faces: FoundFace[] = people.map((like) => foundFace(like)),
) {
  const photo = await createPhoto(app, galleryId);
  const ids = await saveFoundFaces(app, { id: photo, gallery_id: galleryId }, people, faces);
  return { photo, faces: Object.fromEntries(people.map((like, i) => [like, ids[i]!])) };
}

/** Faces from left to right in a photo that is there. @returns their ids */
export async function saveFoundFaces(
  app: TestApp,
  photo: { id: string; gallery_id: string },
  people: string[],
  faces: FoundFace[] = people.map((like) => foundFace(like)),
): Promise<string[]> {
  const found = faces.map((face, i) => ({ ...face, box: { x: i / 10, y: 0.1, w: 0.08, h: 0.1 } }));
  await app.ctx.db
    .transaction()
    .execute((trx) =>
      saveFaces(trx, photo, found, { recogniser: testRecogniser, pipelineVersion: 'test 1' }),
    );
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'completed', pipeline_version: 'test 1' })
    .where('photo_id', '=', photo.id)
    .execute();
  const rows = await app.ctx.db
    .selectFrom('face')
    .select('id')
    .where('photo_id', '=', photo.id)
    .orderBy('x')
    .execute();
  return rows.map(({ id }) => id);
}

/** Groups a gallery as the machine would when it is right: one new person for each list of faces. */
export async function groupByHand(app: TestApp, galleryId: string, groups: string[][]): Promise<void> {
  const { decisionState } = await loadGalleryFaces(app.ctx.db, galleryId, testRecogniser);
  const plan = {
    newPersons: groups.map((_, i) => ({ key: `new:${i}` })),
    assignments: groups.flatMap((faces, i) => faces.map((faceId) => ({ faceId, person: `new:${i}` }))),
    suggestions: [],
  };
  const waiting = await listFacesAwaitingGrouping(app.ctx.db, galleryId);
  await app.ctx.db.transaction().execute(async (trx) => {
    await applyPlan(trx, galleryId, plan, decisionState);
    await markGrouped(trx, waiting);
  });
}

export async function personOf(app: TestApp, face: string): Promise<string> {
  const row = await app.ctx.db
    .selectFrom('assignment')
    .select('person_id')
    .where('face_id', '=', face)
    .executeTakeFirstOrThrow();
  return row.person_id;
}

/** A person of a gallery with one photo and one face. */
export async function createPersonOf(app: TestApp, gallery: string, embedding: Float32Array) {
  const { photo, faces } = await createPhotoOf(app, gallery, ['one'], [foundFace('', { embedding })]);
  await groupByHand(app, gallery, [[faces.one!]]);
  return { photo, person: await personOf(app, faces.one!) };
}
