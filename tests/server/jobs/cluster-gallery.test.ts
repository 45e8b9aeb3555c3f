/** Grouping as a job: real clustering on real rows; people stand at angles to each other. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadGalleryFaces } from '#server/features/gallery-people/faces-to-cluster.repository.ts';
import { previewClustering } from '#server/features/recognition/preview-clustering.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf, foundFace, testRecogniser } from '#tests/support/faces.ts';
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

/** A face in a photo of its own, so many degrees from the first one; two are 1 - cos(angle between them) apart. */
async function comes(name: string, degrees: number): Promise<void> {
  const embedding = new Float32Array(128);
  embedding[0] = Math.cos((degrees * Math.PI) / 180);
  embedding[1] = Math.sin((degrees * Math.PI) / 180);
  const { faces, photo } = await createPhotoOf(app, gallery, [name], [foundFace(name, { embedding })]);
  names.set(faces[name]!, name);
  await set(photo, 'completed');
}
const set = (photo: string, status: 'completed' | 'processing') =>
  app.ctx.db.updateTable('face_job').set({ status }).where('photo_id', '=', photo).execute();
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

test('a new photo separates no person, although grouping from scratch would', async () => {
  await comes('a', 0);
  await comes('b', 20);
  await group();
  expect(await together()).toEqual(['a b']);
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
    .updateTable('face_job')
    .set({ completed_at: sql`now()` })
    .where('photo_id', '=', photo)
    .execute();
  const runs = enqueued();
  await group();
  expect(await together()).toEqual(['a b', 'c', 'settled-a settled-b', 'settled-c']);
  expect(enqueued()).toBe(runs + 1);

  await app.ctx.db
    .updateTable('face_job')
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
    threshold_in_force: null,
  });
  expect(await previewClustering(app.ctx.clustering, faces, at(0.01), at(0.3))).toEqual({
    people_now: 4,
    people_then: 2,
    would_merge: 2,
    would_split: 0,
    named_people_affected: 0,
    threshold_in_force: null,
  });
  expect(await people()).toEqual(before);
});
