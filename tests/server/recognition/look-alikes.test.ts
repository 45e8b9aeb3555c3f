/** What the console says of people who look alike: real clustering on real rows; people stand at angles to each other. */
import { beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type { settingsPreview } from '#server/contract/schemas/face-settings.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf, foundFace, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let gallery: string;

beforeEach(async () => {
  admin = await createActor(app, ['admin']);
  gallery = await createGallery(app, { event: await createEvent(app), createdBy: admin.id });
  await admin.call('PUT', '/facerecognition/admin/settings', { match_threshold: 0.1 });
});

function embeddingAt(degrees: number): Float32Array {
  const embedding = new Float32Array(128);
  embedding[0] = Math.cos((degrees * Math.PI) / 180);
  embedding[1] = Math.sin((degrees * Math.PI) / 180);
  return embedding;
}
/** Faces of one photo, by name. */
async function come(degreesOf: Record<string, number>): Promise<Record<string, string>> {
  const found = Object.values(degreesOf).map((degrees) => foundFace('', { embedding: embeddingAt(degrees) }));
  return (await createPhotoOf(app, gallery, Object.keys(degreesOf), found)).faces;
}
const group = () => clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
const lookAlikes = async () => {
  const path = `/facerecognition/admin/galleries/${gallery}/preview`;
  const { body } = await admin.call<z.output<typeof settingsPreview>>('GET', path);
  const { pairs, ...counts } = body.data.look_alikes;
  return { ...counts, pairs: pairs.map(({ first, second }) => [first.id, second.id].sort()) };
};

test('a pair that one photo alone keeps apart is named, is put together by one call, and comes back with its undoing', async () => {
  const first = await come({ a: 0 });
  await come({ a: 1 });
  const second = await come({ b: 20 });
  await come({ b: 21 });
  await come({ a: 2, b: 19 });
  await come({ far: 90 });
  await group();
  const [a, b] = [await personOf(app, first.a!), await personOf(app, second.b!)];
  expect(a).not.toBe(b);
  const found = { total: 1, by_one_photo: 1, pairs: [[a, b].sort()] };
  expect(await lookAlikes()).toEqual(found);
  const merged = await admin.call<{ decision_id: string }>('POST', `/facerecognition/faces/${a}/merge`, {
    person_ids: [b],
  });
  expect(merged.status).toBe(200);
  await group();
  expect(await personOf(app, second.b!)).toBe(a);
  expect(await lookAlikes()).toEqual({ total: 0, by_one_photo: 0, pairs: [] });
  await admin.call('POST', `/facerecognition/decisions/${merged.body.data.decision_id}/undo`);
  expect(await lookAlikes()).toEqual(found);
});

test('two whom several photos show are look-alikes, and kept apart by none alone', async () => {
  for (const [a, b] of [
    [0, 20],
    [1, 21],
    [2, 19],
  ])
    await come({ a: a!, b: b! });
  await group();
  expect(await lookAlikes()).toMatchObject({ total: 1, by_one_photo: 0 });
});
