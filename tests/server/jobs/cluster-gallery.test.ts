/** Grouping as a job: real clustering on real rows; people stand at angles to each other. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetClustering } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import {
  listFacesAwaitingGrouping,
  markGrouped,
} from '#server/features/faces/gallery-people/faces-awaiting-grouping.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { analysisStamp, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import { createStaleGrouping } from '#server/features/faces/recognition/group-stale-galleries.ts';
import { previewClustering } from '#server/features/faces/recognition/preview-clustering.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { msUntilUploadIsOver } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { photosOfUnknownPeople } from '#server/visibility/photo-analyses.sql.ts';
import { type Actor, createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { createPhotoOf, foundFace, personOf, testRecogniser } from '#tests/support/faces.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Actor;
let gallery: string;
/** Names of the faces by id. */
const names = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  admin = await createActor(app, ['admin']);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.db.deleteFrom('face_setting').execute();
  gallery = await createGallery(app, { event: await createEvent(app), createdBy: admin.id });
});

function embeddingAt(degrees: number): Float32Array {
  const embedding = new Float32Array(128);
  embedding[0] = Math.cos((degrees * Math.PI) / 180);
  embedding[1] = Math.sin((degrees * Math.PI) / 180);
  return embedding;
}

/** A face in a photo of its own, so many degrees from the first one; two are 1 - cos(angle between them) apart. */
async function comes(name: string, degrees: number): Promise<{ photo: string; face: string }> {
  const { photo, faces } = await comeTogether({ [name]: degrees });
  return { photo, face: faces[name]! };
}
/** Faces in one photo, by name. */
async function comeTogether(degreesOf: Record<string, number>) {
  const found = Object.values(degreesOf).map((degrees) => foundFace('', { embedding: embeddingAt(degrees) }));
  const { faces, photo } = await createPhotoOf(app, gallery, Object.keys(degreesOf), found);
  for (const [name, id] of Object.entries(faces)) names.set(id, name);
  await set(photo, 'completed');
  return { photo, faces };
}
async function set(photo: string, status: 'completed' | 'processing' | 'queued'): Promise<void> {
  const pipeline_version = analysisStamp(await getFaceSettings(app.ctx.db, app.ctx.engine), app.ctx.engine);
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status, ...(status === 'completed' && { pipeline_version }) })
    .where('photo_id', '=', photo)
    .execute();
}
/** Photos that come afterwards are another upload. */
const uploadEnds = () =>
  app.ctx.db
    .updateTable('face')
    .set({ created_at: sql`created_at - interval '11 minutes'` })
    .where('gallery_id', '=', gallery)
    .execute();
async function analyseAgain(photo: string, matches: string, degrees: number): Promise<void> {
  const found = [foundFace('', { matches, embedding: embeddingAt(degrees) })];
  const stamp = { recogniser: testRecogniser, pipelineVersion: 'again' };
  await app.ctx.db
    .transaction()
    .execute((trx) => saveFaces(trx, { id: photo, gallery_id: gallery }, found, stamp));
  await set(photo, 'completed');
}
const threshold = (match_threshold: number) =>
  admin.call('PUT', '/facerecognition/admin/settings', { match_threshold });
const group = () => clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);

/** Runs of the grouping that were enqueued. */
const enqueued = () => app.jobs.filter(({ name }) => name === 'cluster-gallery').length;

/** Who is together, by person. */
async function people(): Promise<Map<string, string>> {
  const rows = await app.ctx.db
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'assignment.face_id')
    .select(['person_id', 'face_id'])
    .where('face.gallery_id', '=', gallery)
    .execute();
  const found = new Map<string, string[]>();
  for (const { person_id, face_id } of rows)
    found.set(person_id, [...(found.get(person_id) ?? []), names.get(face_id)!]);
  return new Map([...found].map(([person, faces]) => [person, faces.sort().join(' ')]));
}
const together = async () => [...(await people()).values()].sort();
const nameOf = (person: string, name: string) =>
  app.ctx.db.updateTable('person').set({ name }).where('id', '=', person).execute();
const tag = (face: string, person_id: string) =>
  admin.call('POST', `/facerecognition/galleries/${gallery}/move-faces`, { face_ids: [face], person_id });
const suggestions = async () =>
  (await app.ctx.db.selectFrom('person_suggestion').selectAll().where('gallery_id', '=', gallery).execute())
    .length;

test('another threshold thinks unnamed people over; a named one stays whole', async () => {
  await threshold(0.2);
  for (const [name, degrees] of [
    ['a', 0],
    ['b', 30],
    ['c', 90],
    ['d', 120],
  ] as const)
    await comes(name, degrees);
  await group();
  const before = await people();
  expect([...before.values()].sort()).toEqual(['a b', 'c d']);
  const [named] = [...before].find(([, faces]) => faces === 'c d')!;
  await app.ctx.db.updateTable('person').set({ name: 'Cleo' }).where('id', '=', named).execute();
  await threshold(0.05);
  await group();
  expect(await together()).toEqual(['a', 'b', 'c d']);
  expect((await people()).get(named)).toBe('c d');
});

test('a threshold that was tried once leaves nobody else with a named person', async () => {
  await threshold(0.2);
  await comes('a', 0);
  await comes('b', 20);
  await group();
  const [named] = [...(await people()).keys()];
  expect((await admin.call('PUT', `/facerecognition/faces/${named}`, { name: 'Anna' })).status).toBe(200);
  await comes('late', 15);
  await comes('c', 60);
  await comes('d', 70);
  await group();
  const before = ['a b late', 'c d'];
  expect(await together()).toEqual(before);
  await threshold(0.6);
  await group();
  expect((await people()).get(named!)).toBe('a b c d late');
  await threshold(0.2);
  await group();
  expect(await together()).toEqual(before);
  expect((await people()).get(named!)).toBe('a b late');
});

test('a new photo separates no person, although grouping from scratch would', async () => {
  await comes('a', 0);
  await comes('b', 20);
  await group();
  expect(await together()).toEqual(['a b']);
  await uploadEnds();
  await comes('c', 38);
  await group();
  expect(await together()).toEqual(['a b', 'c']);
  await threshold(0.066);
  await group();
  expect(await together()).toEqual(['a', 'b c']);
});

test('an upload is grouped as a whole once it is over, and what was grouped before it stays', async () => {
  await comes('settled-a', 180);
  await comes('settled-b', 200);
  await group();
  await uploadEnds();
  const { photo } = await createPhotoOf(app, gallery, [], []);
  await set(photo, 'processing');
  await comes('a', 0);
  await comes('b', 20);
  await comes('settled-c', 218);
  await group();
  const during = await people();
  expect([...during.values()].sort()).toEqual(['a b', 'settled-a settled-b', 'settled-c']);
  await comes('c', 30);
  await group();
  expect(await together()).toEqual(['a b', 'c', 'settled-a settled-b', 'settled-c']);

  await set(photo, 'completed');
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ completed_at: sql`now()` })
    .where('photo_id', '=', photo)
    .execute();
  const runs = enqueued();
  await group();
  expect(await together()).toEqual(['a b', 'c', 'settled-a settled-b', 'settled-c']);
  expect(enqueued()).toBe(runs + 1);

  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ completed_at: sql`now() - interval '1 minute'` })
    .where('photo_id', '=', photo)
    .execute();
  await group();
  const after = await people();
  expect([...after.values()].sort()).toEqual(['a', 'b c', 'settled-a settled-b', 'settled-c']);
  // Somebody may have a link to a person: as many as possible are the same as before.
  expect([...after.keys()].filter((id) => during.has(id))).toHaveLength(3);

  await comes('d', -20);
  await group();
  expect(await together()).toEqual(['a d', 'b c', 'settled-a settled-b', 'settled-c']);
});

test('the end of an upload is told to the millisecond, so that nobody waits longer for people', async () => {
  const { photo } = await comes('a', 0);
  const left = () => msUntilUploadIsOver(app.ctx.db, gallery, 3_000);
  const endedAgo = (seconds: number) =>
    app.ctx.db
      .updateTable('photo_analysis')
      .set({ completed_at: sql`now() - ${seconds} * interval '1 second'` })
      .where('photo_id', '=', photo)
      .execute();
  await endedAgo(1);
  const soon = await left();
  expect(soon).toBeGreaterThan(0);
  expect(soon).toBeLessThanOrEqual(2_000);
  await endedAgo(60);
  expect(await left()).toBe(0);
  await set(photo, 'queued');
  expect(await left()).toBe(Number.POSITIVE_INFINITY);
});

test('half a gallery is not grouped afresh without the other half', async () => {
  await threshold(0.2);
  await comes('a', 0);
  await comes('b', 30);
  await group();
  await threshold(0.05);
  const { photo } = await createPhotoOf(app, gallery, [], []);
  await set(photo, 'processing');
  await group();
  expect(await together()).toEqual(['a b']);
  await set(photo, 'completed');
  await group();
  expect(await together()).toEqual(['a', 'b']);
});

test('an upload on a slow line is grouped as a whole, although it pauses after each photo', async () => {
  for (const [name, degrees] of [
    ['a', 0],
    ['b', 20],
    ['c', 30],
  ] as const) {
    await comes(name, degrees);
    await group();
  }
  expect(await together()).toEqual(['a', 'b c']);
});

test('a photo is unknown until its new faces are grouped, also where grouping waits for the other photos', async () => {
  const unknown = async () =>
    (await photosOfUnknownPeople(sql`select ${gallery}::uuid`).execute(app.ctx.db)).rows.map(
      ({ photo_id }) => photo_id,
    );
  await comes('a', 0);
  await group();
  await threshold(0.05);
  const waiting = await createPhoto(app, gallery);
  await set(waiting, 'processing');
  const { photo, face } = await comes('b', 90);
  await group();
  expect(await together()).toEqual(['a']);
  expect((await unknown()).sort()).toEqual([photo, waiting].sort());
  await set(waiting, 'completed');
  await group();
  expect(await together()).toEqual(['a', 'b']);
  expect(await unknown()).toEqual([]);
  // A human takes the face from its person: it has been looked at.
  await app.ctx.db.deleteFrom('assignment').where('face_id', '=', face).execute();
  expect(await unknown()).toEqual([]);
});

test('a face that is analysed again while a plan is made goes on waiting for its grouping', async () => {
  const { photo, face } = await comes('a', 0);
  const before = await listFacesAwaitingGrouping(app.ctx.db, gallery);
  await analyseAgain(photo, face, 90);
  await app.ctx.db.transaction().execute((trx) => markGrouped(trx, before));
  const after = await listFacesAwaitingGrouping(app.ctx.db, gallery);
  expect(after.map(({ id }) => id)).toEqual([face]);
  await app.ctx.db.transaction().execute((trx) => markGrouped(trx, after));
  expect(await listFacesAwaitingGrouping(app.ctx.db, gallery)).toEqual([]);
});

test('recognising a gallery again decides everything anew, once its last photo is analysed', async () => {
  const a = await comes('a', 0);
  const b = await comes('b', 20);
  await group();
  expect(await together()).toEqual(['a b']);
  await app.ctx.db.transaction().execute((trx) => forgetClustering(trx, gallery));
  await set(a.photo, 'queued');
  await set(b.photo, 'queued');
  await analyseAgain(a.photo, a.face, 0);
  await group();
  expect(await together()).toEqual(['a b']);
  await analyseAgain(b.photo, b.face, 90);
  await group();
  expect(await together()).toEqual(['a', 'b']);
});

test('people stay while the photos of their gallery wait to be analysed with another model', async () => {
  await comes('a', 0);
  await comes('b', 20);
  await group();
  await app.ctx.db.updateTable('photo_analysis').set({ pipeline_version: 'another model' }).execute();
  await app.ctx.db.updateTable('face').set({ recogniser: 'another model' }).execute();
  await app.ctx.db.updateTable('gallery').set({ clustering_stamp: 'another model cosine 0.5 3' }).execute();
  await group();
  expect(await together()).toEqual(['a b']);
});

test('a clock that was set back does not have a gallery grouped again and again', async () => {
  const { photo } = await comes('a', 0);
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ completed_at: sql`now() + interval '1 day'` })
    .where('photo_id', '=', photo)
    .execute();
  const runs = enqueued();
  await group();
  expect(enqueued()).toBe(runs);
});

test('galleries grouped with other settings are grouped anew in the background, each once', async () => {
  await comes('a', 0);
  await group();
  const groupStale = createStaleGrouping(app.ctx);
  await app.ctx.db
    .updateTable('gallery')
    .set({ clustering_stamp: null })
    .where('id', '<>', gallery)
    .execute();
  expect(await groupStale()).toBe(0);
  await app.ctx.db
    .updateTable('gallery')
    .set({ clustering_stamp: 'an older way of clustering' })
    .where('id', '=', gallery)
    .execute();
  const { photo } = await createPhotoOf(app, gallery, [], []);
  await set(photo, 'processing');
  expect(await groupStale()).toBe(0);
  await set(photo, 'completed');
  const runs = enqueued();
  expect([await groupStale(), await groupStale()]).toEqual([1, 0]);
  expect(enqueued()).toBe(runs + 1);
  await group();
  expect(await createStaleGrouping(app.ctx)()).toBe(0);
});

test('a merge is suggested for two similar people, and never again after a user rejected it', async () => {
  await comes('a', 0);
  await comes('b', 23);
  await group();
  expect([await together(), await suggestions()]).toEqual([['a', 'b'], 1]);
  const [first, second] = [...(await people()).keys()].sort();
  const path = `/facerecognition/faces/${first}/keep-apart`;
  expect((await admin.call('POST', path, { second_id: second })).status).toBe(200);
  await group();
  expect(await suggestions()).toBe(0);
});

test('the effect of other settings is previewed before they are saved, without changing anything', async () => {
  for (const [name, degrees] of [
    ['a', 0],
    ['b', 20],
    ['c', 90],
    ['d', 110],
    ['e', 140],
  ] as const)
    await comes(name, degrees);
  await group();
  const before = await people();
  expect([...before.values()].sort()).toEqual(['a b', 'c d', 'e']);
  const [named] = [...before].find(([, faces]) => faces === 'c d')!;
  await app.ctx.db.updateTable('person').set({ name: 'Cleo' }).where('id', '=', named).execute();
  const faces = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
  const at = (value: number) => ({ metric: 'cosine', threshold: value });
  expect(await previewClustering(app.ctx.clustering, faces, at(0.065), at(0.01))).toEqual({
    people_now: 3,
    people_then: 4,
    would_merge: 0,
    would_split: 1,
    named_people_affected: 0,
    faces_added_to_named_people: 0,
    threshold_in_force: null,
    lookAlikes: [],
  });
  expect(await previewClustering(app.ctx.clustering, faces, at(0.01), at(0.3))).toEqual({
    people_now: 4,
    people_then: 2,
    would_merge: 2,
    would_split: 0,
    named_people_affected: 1,
    faces_added_to_named_people: 1,
    threshold_in_force: null,
    lookAlikes: [],
  });
  expect(await people()).toEqual(before);
});

/** What a new analysis can make of a face that somebody was tagged on. */
const poor = { grade: 'ignore', embedding: null } as const;
const faces = {
  'that is compared': {},
  'too poor to be compared': poor,
  'of another recogniser': { recogniser: 'another' },
  'that a new analysis did not find': { is_current: false },
} as const;
const becomes = (face: string, kind: keyof typeof faces) =>
  app.ctx.db
    .updateTable('face')
    .set({ is_current: true, ...faces[kind] })
    .where('id', '=', face)
    .execute();

test.each([
  ['that is compared', ['mia tagged', 'sister']],
  ['too poor to be compared', ['mia tagged', 'sister']],
  ['of another recogniser', ['mia tagged', 'sister']],
  // Not in the photo any more, as far as the analysis knows: the face beside it may be the one that was tagged.
  ['that a new analysis did not find', ['mia sister tagged']],
] as const)('a person tagged by hand on a face %s', async (kind, expected) => {
  const mia = await personOf(app, await groupedAlone('mia', 0));
  await nameOf(mia, 'Mia');
  const { tagged } = (await comeTogether({ tagged: 90, sister: 5 })).faces;
  expect((await tag(tagged!, mia)).status).toBe(200);
  await becomes(tagged!, kind);
  await group();
  expect(await together()).toEqual(expected);
});

test.each(Object.keys(faces) as (keyof typeof faces)[])('a tag on a face %s keeps a person', async (kind) => {
  await threshold(0.2);
  const [a, b] = [await groupedAlone('a', 0), await groupedAlone('b', 40)];
  const { face: tagged } = await comes('tagged', 0);
  expect((await tag(tagged, await personOf(app, a))).status).toBe(200);
  await becomes(tagged, kind);
  await nameOf(await personOf(app, b), 'Ben');
  await comes('c', 20);
  await comes('d', 20);
  await threshold(0.3);
  await group();
  expect((await people()).get(await personOf(app, a))).toMatch(/^a .*tagged$/);
  expect(await together()).toHaveLength(2);
});

async function groupedAlone(name: string, degrees: number): Promise<string> {
  const { face } = await comes(name, degrees);
  await group();
  return face;
}
