import { beforeEach, describe, expect, test } from 'vitest';
import { addEvidence, emptyGroup } from '#ml/cluster/face-group.ts';
import { averageLinkage } from '#ml/cluster/group-distance.ts';
import { fromSquared, toSpace } from '#ml/cluster/metric.ts';
import { numbersOnly } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { facesLike, peopleLike } from '#server/features/faces/gallery-people/similar-faces.repository.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import {
  createPhotoOf,
  foundFace,
  groupByHand,
  syntheticEmbedding,
  testRecogniser,
} from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let owner: Actor;
let gallery: string;
const everything = { distance: 10, limit: 50 };

beforeEach(async () => {
  owner = await createActor(app, ['photographer']);
  gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: owner.id,
  });
});

/** A photo with one face: the embedding of `like`, moved away by `wobble`. */
async function faceOf(like: string, wobble = 0, fields: Parameters<typeof foundFace>[1] = {}) {
  const face = foundFace(like, { embedding: syntheticEmbedding(like, wobble), ...fields });
  return (await createPhotoOf(app, gallery, [like], [face])).faces[like]!;
}
const personOf = async (faceId: string) =>
  (
    await app.ctx.db
      .selectFrom('assignment')
      .select('person_id')
      .where('face_id', '=', faceId)
      .executeTakeFirstOrThrow()
  ).person_id;
const search = (metric = 'cosine') => ({ galleryId: gallery, recogniser: testRecogniser, metric });
const like = async (person: string, within = everything) =>
  (await facesLike(app.ctx.db, person, search(), within, numbersOnly)).map((face) => face.id);

describe('distances are those of the grouping', () => {
  test.each(['cosine', 'euclidean', 'euclidean_l2'] as const)('%s', async (metric) => {
    const known = [0, 0.02, 0.05];
    const faces = [];
    for (const wobble of known) faces.push(await faceOf('anna', wobble));
    const stray = await faceOf('anna', 0.11);
    await groupByHand(app, gallery, [faces, [stray]]);

    const node = emptyGroup(128);
    for (const wobble of known) addEvidence(node, toSpace(syntheticEmbedding('anna', wobble), metric), 0);
    const probe = emptyGroup(128);
    addEvidence(probe, toSpace(syntheticEmbedding('anna', 0.11), metric), 0);
    const expected = fromSquared(averageLinkage(node, probe), metric);

    const [nearest] = await peopleLike(app.ctx.db, [stray], search(metric), 5);
    expect(nearest?.person_id).toBe(await personOf(faces[0]!));
    expect(nearest?.distance).toBeCloseTo(expected, 5);
    const person = await personOf(faces[0]!);
    const inside = { distance: expected * 1.001, limit: 5 };
    const outside = { distance: expected * 0.999, limit: 5 };
    expect(await facesLike(app.ctx.db, person, search(metric), inside, numbersOnly)).toHaveLength(1);
    expect(await facesLike(app.ctx.db, person, search(metric), outside, numbersOnly)).toHaveLength(0);
  });
});

describe('faces that may be a person too', () => {
  test('the nearest come first, and no more than asked for', async () => {
    const known = await faceOf('anna');
    const far = await faceOf('anna', 0.3);
    const near = await faceOf('anna', 0.1);
    const stranger = await faceOf('ben');
    await groupByHand(app, gallery, [[known]]);
    const person = await personOf(known);
    expect(await like(person)).toEqual([near, far, stranger]);
    expect(await like(person, { distance: 10, limit: 2 })).toEqual([near, far]);
  });

  test('of people seen less often only: a yes must not pick apart the larger group', async () => {
    const large = [await faceOf('anna'), await faceOf('anna', 0.01)];
    const small = await faceOf('anna', 0.05);
    await groupByHand(app, gallery, [large, [small]]);
    expect(await like(await personOf(large[0]!))).toEqual([small]);
    expect(await like(await personOf(small))).toEqual([]);
  });

  test('are faces without a person or of unnamed people, never those that a user assigned, rejected, hid or kept apart', async () => {
    const also = await faceOf('anna');
    const [known, loose, unnamed, named, hidden, apart, refused] = [
      await faceOf('anna'),
      await faceOf('anna', 0.01),
      await faceOf('anna', 0.02),
      await faceOf('anna', 0.03),
      await faceOf('anna', 0.04),
      await faceOf('anna', 0.05),
      await faceOf('anna', 0.06),
    ];
    const placed = await faceOf('anna', 0.07);
    await groupByHand(app, gallery, [[known, also], [unnamed], [named], [hidden], [apart], [placed]]);
    const person = await personOf(known);
    const post = (path: string, body: object) => owner.call('POST', `/facerecognition/${path}`, body);
    await owner.call('PUT', `/facerecognition/faces/${await personOf(named)}`, { name: 'Bea' });
    await post(`faces/${await personOf(hidden)}/hide`, { hidden: true });
    await post(`faces/${person}/keep-apart`, { second_id: await personOf(apart) });
    await post(`faces/${person}/reject`, { face_ids: [refused] });
    await post(`galleries/${gallery}/move-faces`, { face_ids: [placed], person_id: null });
    expect(await like(person)).toEqual([loose, unnamed]);
  });

  test('a person is never suggested twice in one photo', async () => {
    const { faces } = await createPhotoOf(app, gallery, ['anna', 'twin']);
    await groupByHand(app, gallery, [[faces.anna!]]);
    expect(await like(await personOf(faces.anna!))).toEqual([]);
  });

  test('not from another gallery, not by another recogniser, not what was never compared', async () => {
    const known = await faceOf('anna');
    await groupByHand(app, gallery, [[known]]);
    const person = await personOf(known);
    await faceOf('anna', 0.01, { grade: 'ignore', embedding: new Float32Array(0) });
    const other = await faceOf('anna', 0.02);
    await app.ctx.db.updateTable('face').set({ recogniser: 'another' }).where('id', '=', other).execute();
    const elsewhere = await createGallery(app, { event: await createEvent(app) });
    await createPhotoOf(app, elsewhere, ['anna']);
    expect(await like(person)).toEqual([]);
  });

  test('a person known by poor faces only is compared by those', async () => {
    const poor = await faceOf('anna', 0.01, { grade: 'weak' });
    const near = await faceOf('anna', 0.02);
    await groupByHand(app, gallery, [[poor]]);
    expect(await like(await personOf(poor))).toEqual([near]);
  });
});

test('people most like the chosen faces come first, hidden ones and their own left out', async () => {
  const [anna, annaToo, ben, cara] = [
    await faceOf('anna'),
    await faceOf('anna', 0.05),
    await faceOf('ben'),
    await faceOf('anna', 0.08),
  ];
  await groupByHand(app, gallery, [[anna], [annaToo], [ben], [cara]]);
  await owner.call('POST', `/facerecognition/faces/${await personOf(cara)}/hide`, { hidden: true });
  const answer = await owner.call<{ people: { person_id: string }[] }>(
    'POST',
    `/facerecognition/galleries/${gallery}/people-like`,
    { face_ids: [anna] },
  );
  expect(answer.body.data.people.map((each) => each.person_id)).toEqual([
    await personOf(annaToo),
    await personOf(ben),
  ]);
});

test('through the API: within the grey band of the settings, for those who may edit people only', async () => {
  const known = await faceOf('anna');
  const near = await faceOf('anna', 0.01);
  await faceOf('ben');
  await groupByHand(app, gallery, [[known]]);
  const address = `/facerecognition/faces/${await personOf(known)}/faces-like`;
  const answer = await owner.call<{ faces: { id: string }[] }>('GET', address);
  expect(answer.body.data.faces.map((face) => face.id)).toEqual([near]);
  expect(JSON.stringify(answer.body)).not.toContain('embedding');
  const visitor = await createActor(app);
  expect((await visitor.call('GET', address)).status).toBe(403);
});
