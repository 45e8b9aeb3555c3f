import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { Imaging } from '#ml/imaging/types.ts';
import { type AnalyseRequest, type Analysis, FaceEngineError } from '#ml/index.ts';
import { analysePhoto } from '#server/jobs/handlers/analyse-photo.ts';
import { regenerateRenditions } from '#server/jobs/handlers/regenerate-renditions.ts';
import { removeFiles } from '#server/jobs/handlers/remove-files.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { JobRunner } from '#server/jobs/runner.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { foundFace } from '#tests/support/faces.ts';
import { enqueueNow, letTimePass, testRunner } from '#tests/support/jobs.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { looksUpright, quarters } from '#tests/support/test-images.ts';

let app: TestApp;
let imaging: Imaging;
let folder = '';
let store: DiskStore;
let photo = '';
let runner: JobRunner;
const analyse = vi.fn<(request: AnalyseRequest) => Promise<Analysis>>();

beforeAll(async () => {
  app = await startTestApp();
  imaging = createImaging({ processes: 1 });
});
afterAll(async () => {
  await imaging.close();
  await app.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-jobs-'));
  store = await DiskStore.open(folder);
  photo = await createPhoto(app, await createGallery(app, { event: await createEvent(app) }));
  await put(renditionKey(photo, 'large', 1), await quarters().jpeg().toBuffer());
  const { db, bus, clock, engine, log, mail } = app.ctx;
  const jobs = createJobQueue();
  const parts = { db, bus, clock, engine, jobs, log, mail, store, imaging, maxPixels: 100e6 };
  runner = testRunner(app.database, {
    'analyse-photo': analysePhoto({ ...parts, faceEngine: { analyse } }),
    'regenerate-renditions': regenerateRenditions(parts),
    'remove-files': removeFiles(parts),
  });
  analyse.mockReset();
});
afterEach(async () => {
  await runner.stop(0);
  await app.ctx.db.deleteFrom('job').execute();
  await rm(folder, { recursive: true });
});

async function putOriginal(bytes: Buffer): Promise<void> {
  await put(`originals/aa/${photo}.jpg`, bytes);
  await app.ctx.db.updateTable('photo').set({ bytes: bytes.length }).where('id', '=', photo).execute();
}

async function put(key: string, bytes: Buffer): Promise<void> {
  const path = (await store.draft(0)).path;
  await writeFile(path, bytes);
  await store.put(key, path);
}

const found = (...people: string[]): Analysis => ({
  pipelineVersion: 'v1',
  widthPx: 1600,
  heightPx: 1200,
  faces: people.map((like, i) => foundFace(like, { box: { x: i / 5, y: 0.1, w: 0.1, h: 0.2 } })),
  timings: { decode: 1, detect: 1, align: 1, embed: 1, total: 4 },
});
const status = () =>
  app.ctx.db.selectFrom('photo_analysis').selectAll().where('photo_id', '=', photo).executeTakeFirstOrThrow();
const faceIds = async () =>
  (await app.ctx.db.selectFrom('face').select('id').where('photo_id', '=', photo).orderBy('x').execute()).map(
    (row) => row.id,
  );

describe('analysing a photo', () => {
  it('saves the faces, says so, and has the gallery grouped', async () => {
    analyse.mockResolvedValue(found('anna', 'ben'));
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await status()).toMatchObject({
      status: 'completed',
      attempts: 1,
      faces_detected: 2,
      pipeline_version: 'test yunet mobilefacenet 0.6 0.02',
      error_code: null,
    });
    expect(await faceIds()).toHaveLength(2);
    const waiting = await app.ctx.db.selectFrom('job').select('name').execute();
    expect(waiting).toEqual([{ name: 'cluster-gallery' }]);
  });

  it('lends the engine the original for faces that are small in the rendition', async () => {
    await app.ctx.db
      .updateTable('photo')
      .set({ width: 4000, height: 3000 })
      .where('id', '=', photo)
      .execute();
    analyse.mockImplementation(async ({ original }) => {
      expect(original).toMatchObject({ widthPx: 4000, heightPx: 3000 });
      // There is no such file: a photo is analysed all the same.
      expect(await original!.withCrops([{ x: 0, y: 0, w: 1, h: 1 }], async () => 'read')).toBeUndefined();
      return found('anna');
    });
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'completed', faces_detected: 1 });
  });

  it('gives the same rows when it runs twice: faces found again keep their ids', async () => {
    analyse.mockResolvedValue(found('anna', 'ben'));
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    const first = await faceIds();
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await faceIds()).toEqual(first);
  });

  it('ends as no_faces when there are none', async () => {
    analyse.mockResolvedValue(found());
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'no_faces', faces_detected: 0 });
  });

  it('waits and tries again when the engine failed, and says why when it gives up', async () => {
    analyse.mockRejectedValue(new FaceEngineError('engine_failed', 'a worker died'));
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'queued', attempts: 1, error_code: 'engine_failed' });
    for (let round = 0; round < 2; round += 1) {
      await letTimePass(app.database);
      await runner.whenIdle();
    }
    // A failure is stored with the models and limits of the attempt; clustering then notifies of the gallery's end.
    expect(await status()).toMatchObject({
      status: 'failed',
      attempts: 3,
      error_reason: 'a worker died',
      pipeline_version: 'test yunet mobilefacenet 0.6 0.02',
    });
    expect(analyse).toHaveBeenCalledTimes(3);
    expect(await app.ctx.db.selectFrom('job').select('name').execute()).toEqual([
      { name: 'cluster-gallery' },
    ]);
  });

  it('waits for a picture that is away, and says no more of it once it was there', async () => {
    analyse.mockResolvedValue(found('anna'));
    const key = renditionKey(photo, 'large', 1);
    await store.remove(key);
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'queued', error_code: 'photo_file_missing' });
    await put(key, await quarters().jpeg().toBuffer());
    await letTimePass(app.database);
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'completed', error_code: null, error_reason: null });
  });

  it('fails at once when the picture is at fault', async () => {
    analyse.mockRejectedValue(new FaceEngineError('image_unreadable', 'cut short'));
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'failed', attempts: 1, error_code: 'image_unreadable' });
  });

  it('stores a failure with the limits of its attempt, though others are saved meanwhile', async () => {
    analyse.mockImplementation(async () => {
      await app.ctx.db
        .insertInto('face_setting')
        .values({ min_confidence: 0.8, min_size_ratio: 0.02 })
        .execute();
      throw new FaceEngineError('image_unreadable', 'cut short');
    });
    try {
      await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
      await runner.whenIdle();
    } finally {
      await app.ctx.db.deleteFrom('face_setting').execute();
    }
    expect(await status()).toMatchObject({
      status: 'failed',
      pipeline_version: 'test yunet mobilefacenet 0.6 0.02',
    });
  });

  it('is no trouble when the photo is deleted before or meanwhile', async () => {
    analyse.mockImplementation(async () => {
      await app.ctx.db.deleteFrom('photo').where('id', '=', photo).execute();
      return found('anna');
    });
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(await faceIds()).toEqual([]);
    await enqueueNow(app.database, 'analyse-photo', { photo_id: photo });
    await runner.whenIdle();
    expect(analyse).toHaveBeenCalledOnce();
  });

  it('is found again when its job was lost', async () => {
    analyse.mockResolvedValue(found('anna'));
    await app.ctx.db
      .updateTable('photo_analysis')
      .set({ status: 'processing' })
      .where('photo_id', '=', photo)
      .execute();
    await runner.start();
    await runner.whenIdle();
    expect(await status()).toMatchObject({ status: 'completed' });
  });
});

describe('derived pictures', () => {
  it('that were half made when the server ended go with a photo deleted before the next try', async () => {
    await putOriginal(await quarters(400, 300).jpeg().toBuffer());
    // As far as a server gets that is killed before it writes the row.
    const putAll = store.put.bind(store);
    vi.spyOn(store, 'put').mockImplementation(async (key, path) => {
      await putAll(key, path);
      if (key.includes('large-v2')) throw new Error('killed');
    });
    await enqueueNow(app.database, 'regenerate-renditions', { photo_id: photo });
    await runner.whenIdle();
    expect(existsSync(join(folder, renditionKey(photo, 'large', 2)))).toBe(true);
    await app.ctx.db.deleteFrom('photo').where('id', '=', photo).execute();
    await letTimePass(app.database);
    await runner.whenIdle();
    expect(existsSync(join(folder, renditionKey(photo, 'large', 2)))).toBe(false);
  });

  it('are made anew under new names, and the old ones go', async () => {
    await putOriginal(await quarters(400, 300).jpeg({ quality: 95 }).toBuffer());
    await enqueueNow(app.database, 'regenerate-renditions', { photo_id: photo });
    await runner.whenIdle();
    await runner.whenIdle();
    const row = await app.ctx.db
      .selectFrom('photo')
      .selectAll()
      .where('id', '=', photo)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ rendition_version: 2, width: 400, height: 300 });
    expect(row.thumbhash).toBeTruthy();
    expect(await looksUpright(join(folder, renditionKey(photo, 'large', 2)))).toBe(true);
    expect(existsSync(join(folder, renditionKey(photo, 'large', 1)))).toBe(false);
  });
});
