import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { analysisStamp, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import { type Actor, createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const hourMs = 3_600_000;

let app: TestApp;
let admin: Actor;
let gallery: string;
type Status = DB['photo_analysis']['status'];
type Summary = {
  queue_depth: number;
  stale: number;
  failed: number;
  completed_last_24h: number;
  faces_detected_last_24h: number;
  last_completed_at: string | null;
  per_hour: number[];
};

beforeAll(async () => {
  app = await startTestApp();
  admin = await createActor(app, ['admin']);
});
beforeEach(async () => {
  await app.ctx.db.deleteFrom('stored_gallery').execute();
  gallery = await createGallery(app, { event: await createEvent(app), visibility: 'public' });
});
afterAll(() => app.close());

const summary = async () =>
  (await admin.call<Summary>('GET', '/facerecognition/admin/jobs/summary')).body.data;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
async function photo(status: Status, hoursAgo: number | null, faces: number | null = null): Promise<string> {
  const id = await createPhoto(app, gallery);
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status, faces_detected: faces, completed_at: hoursAgo === null ? null : ago(hoursAgo) })
    .where('photo_id', '=', id)
    .execute();
  return id;
}

test('the last 24 hours count what was done in them, the small line says when', async () => {
  await photo('completed', 1.5, 3);
  await photo('no_faces', 1.2, 0);
  await photo('completed', 23.5, 2);
  await photo('completed', 25, 9);
  await photo('failed', 0.5);
  await photo('queued', null);
  const figures = await summary();
  expect(figures).toMatchObject({
    queue_depth: 1,
    failed: 1,
    completed_last_24h: 3,
    faces_detected_last_24h: 5,
  });
  expect(figures.per_hour).toHaveLength(24);
  expect(figures.per_hour[22]).toBe(2);
  expect(figures.per_hour[0]).toBe(1);
  expect(figures.per_hour.reduce((sum, count) => sum + count)).toBe(3);
  expect(Date.parse(figures.last_completed_at!)).toBeLessThan(ago(1).getTime());
});

test('photos that are analysed again after other models were chosen are counted until they are queued', async () => {
  await photo('completed', 1, 1);
  await photo('no_faces', 1, 0);
  await photo('failed', 1);
  await photo('queued', null);
  const stamped = (stamp: string | null) =>
    app.ctx.db.updateTable('photo_analysis').set({ pipeline_version: stamp }).execute();
  const today = analysisStamp(await getFaceSettings(app.ctx.db, app.ctx.engine), app.ctx.engine);
  await stamped(today);
  expect(await summary()).toMatchObject({ queue_depth: 1, stale: 0 });
  for (const other of ['another', null]) {
    await stamped(other);
    expect(await summary()).toMatchObject({ queue_depth: 1, stale: 3 });
  }
  const { engine } = app.ctx;
  const away = () => {
    throw new AppError('dependency_away');
  };
  app.ctx.engine = { ...engine, pipelineVersion: away };
  expect(await summary()).toMatchObject({ queue_depth: 1, stale: 0 });
  app.ctx.engine = engine;
});

test('photos of a gallery that is run again stay counted, each once', async () => {
  await photo('completed', 2, 4);
  await photo('no_faces', 1, 0);
  await photo('failed', 1);
  const before = await summary();
  const path = `/facerecognition/admin/galleries/${gallery}/reprocess`;
  expect((await admin.call('POST', path)).status).toBe(202);
  const running = await summary();
  expect(running).toMatchObject({ queue_depth: 3, failed: 0, completed_last_24h: 2 });
  expect(running.faces_detected_last_24h).toBe(4);
  expect(running.last_completed_at).toBe(before.last_completed_at);
  expect(running.per_hour).toEqual(before.per_hour);
  expect((await admin.call('POST', path)).status).toBe(202);
  expect((await summary()).completed_last_24h).toBe(2);
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'completed', completed_at: new Date() })
    .execute();
  expect((await summary()).completed_last_24h).toBe(3);
});

test('what waits or is at work says no time of an earlier end', async () => {
  const again = await photo('completed', 2, 4);
  await admin.call('POST', `/facerecognition/admin/galleries/${gallery}/reprocess`);
  const path = '/facerecognition/admin/jobs/active';
  const { jobs } = (
    await admin.call<{ jobs: { photo_id: string; completed_at: string | null }[] }>('GET', path)
  ).body.data;
  expect(jobs).toEqual([expect.objectContaining({ photo_id: again, completed_at: null })]);
});

test('the lists hold as many as asked for, those at work first, the latest end first', async () => {
  const list = async (query: string) =>
    (
      await admin.call<{ jobs: { photo_id: string }[] }>('GET', `/facerecognition/admin/jobs/${query}`)
    ).body.data.jobs.map((job) => job.photo_id);
  const [early, late] = [await photo('completed', 3), await photo('failed', 2)];
  const atWork = await photo('processing', null);
  const waiting = await photo('queued', null);
  const since = async (id: string, updated_at: Date) =>
    app.ctx.db.updateTable('photo_analysis').set({ updated_at }).where('photo_id', '=', id).execute();
  await since(early, ago(3));
  await since(late, ago(2));
  await since(atWork, ago(1));
  expect([await list('recent?limit=500'), await list('recent?limit=1')]).toEqual([[late, early], [late]]);
  expect([await list('active'), await list('active?limit=1')]).toEqual([[atWork, waiting], [atWork]]);
  expect((await admin.call('GET', '/facerecognition/admin/jobs/recent?limit=0')).status).toBe(422);
});
