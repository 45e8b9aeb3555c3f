/**
 * A photo with people gets an edited file, and its faces are found again by real models.
 * @module-tag long
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFaceEngine, createImaging, type FaceEngine, type Imaging } from '#ml/index.ts';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { analysePhoto } from '#server/jobs/handlers/analyse-photo.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { samplePath } from '#tests/ml/golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, NPM_MODELS } from '#tests/ml/support.ts';
import { personOf } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';

/** Four people beside each other; the first can be cut off. */
const SAMPLE = 4;
/** What every machine has. */
const [DETECTOR, RECOGNISER] = NPM_MODELS;
const reports = await modelsReady();

describe.skipIf(!NPM_MODELS.every((id) => isPresent(reports, id)))('by real models', () => {
  let app: PhotoApp;
  let engine: FaceEngine;
  let imaging: Imaging;
  let bytes: Buffer;
  let photo: Photo;

  beforeAll(async () => {
    app = await startPhotoApp();
    engine = await createFaceEngine({ modelsDir, workers: 1 });
    imaging = createImaging({ processes: 1 });
    const { thresholds } = samePersonThresholds[RECOGNISER]!;
    app.ctx.engine.thresholds[RECOGNISER] = thresholds;
    Object.assign(app.ctx.engine.defaults, { detector: DETECTOR, model: RECOGNISER });
    bytes = await readFile(samplePath(SAMPLE));
    photo = (await app.send(bytes)).body.data;
    await analyse();
  });
  afterAll(async () => {
    await engine?.close();
    await imaging?.close();
    await app?.close();
  });

  /** What the workers do. */
  async function analyse(): Promise<void> {
    const handler = analysePhoto({
      ...app.ctx,
      store: app.store,
      imaging,
      maxPixels: 30e6,
      faceEngine: engine,
    });
    const signal = new AbortController().signal;
    await handler.run({ photo_id: photo.id }, signal);
    await app.ctx.db.deleteFrom('job').where('name', 'in', ['analyse-photo', 'cluster-gallery']).execute();
    await clusterGallery(app.ctx).run({ gallery_id: photo.gallery_id }, signal);
  }
  const faces = () =>
    app.ctx.db
      .selectFrom('face')
      .select(['id', 'x', 'y', 'w', 'h', 'is_current'])
      .where('photo_id', '=', photo.id)
      .orderBy('x')
      .execute();
  const replace = async (file: Buffer) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file)]), 'edited.jpg');
    const { status } = await app.photographer.call('POST', `/photos/${photo.id}/replace`, form);
    expect(status).toBe(200);
    await analyse();
  };

  test('faces keep their ids through light and crop; whose is cut off is told, and given to nobody', async () => {
    const before = await faces();
    expect(before.length).toBeGreaterThan(2);
    const people = await Promise.all(before.map(({ id }) => personOf(app, id)));
    for (const [n, person] of people.entries())
      await app.photographer.call('PUT', `/facerecognition/faces/${person}`, { name: `Somebody ${n}` });

    await replace(await sharp(bytes).linear(1.15, 5).resize(900).keepExif().jpeg().toBuffer());
    expect((await faces()).map(({ id, is_current }) => [id, is_current])).toEqual(
      before.map(({ id }) => [id, true]),
    );
    for (const [n, { id }] of before.entries()) expect(await personOf(app, id)).toBe(people[n]);

    // The first face is cut off.
    const { width, height } = await sharp(bytes).metadata();
    const [first, second] = before;
    const left = Math.round(((first!.x + first!.w + second!.x) / 2) * width);
    expect(left / width).toBeLessThan(0.3);
    const cut = { left, top: 0, width: width - left, height };
    await replace(await sharp(bytes).extract(cut).keepExif().jpeg().toBuffer());
    const after = await faces();
    const current = after.filter(({ is_current }) => is_current).map(({ id }) => id);
    expect(current).toEqual(before.slice(1).map(({ id }) => id));
    const { body } = await app.photographer.call<{ moved_faces: object[] }>(
      'GET',
      `/photos/${photo.id}/version`,
    );
    expect(body.data.moved_faces).toEqual([{ face_id: first!.id, person_id: people[0] }]);
    for (const [n, { id }] of before.entries()) expect(await personOf(app, id)).toBe(people[n]);
  });
});
