import { expect, test } from 'vitest';
import { analysisStamp, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import { reanalyseStale } from '#server/features/faces/recognition/reanalyse-stale.ts';
import { createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

const finish = async (stamp: string, status: 'completed' | 'failed') =>
  app.ctx.db
    .updateTable('photo_analysis')
    .set({ status, pipeline_version: stamp, completed_at: new Date() })
    .execute();
const currentStamp = async () =>
  analysisStamp(await getFaceSettings(app.ctx.db, app.ctx.engine), app.ctx.engine);

test('a rise of the pipeline looks at old photos again, gallery by gallery, and ends', async () => {
  const event = await createEvent(app);
  const galleries = [await createGallery(app, { event }), await createGallery(app, { event })];
  for (const gallery of galleries) for (let i = 0; i < 3; i += 1) await createPhoto(app, gallery);
  expect(await reanalyseStale(app.ctx)).toBe(0); // new photos come first
  await finish('an older pipeline', 'completed');
  await app.ctx.db
    .updateTable('gallery')
    .set({ visibility: 'public' })
    .where('id', '=', galleries[1]!)
    .execute();
  expect(await reanalyseStale(app.ctx)).toBe(3);
  const queued = () =>
    app.ctx.db.selectFrom('photo_analysis').select('gallery_id').where('status', '=', 'queued').execute();
  expect(new Set((await queued()).map((row) => row.gallery_id))).toEqual(new Set([galleries[1]])); // what is shown outside first
  expect(app.jobs.filter((job) => job.name === 'analyse-photo')).toHaveLength(3);
  expect(await reanalyseStale(app.ctx)).toBe(0); // one gallery at a time
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'completed', pipeline_version: await currentStamp() })
    .where('status', '=', 'queued')
    .execute();
  expect(await reanalyseStale(app.ctx)).toBe(3);
  await finish(await currentStamp(), 'completed');
  expect(await reanalyseStale(app.ctx)).toBe(0);
});

test('what failed is tried again once when models or limits change, not for ever', async () => {
  await finish(await currentStamp(), 'failed');
  expect(await reanalyseStale(app.ctx)).toBe(0);
  const admin = await createActor(app, ['admin']);
  expect((await admin.call('PUT', '/facerecognition/admin/settings', { min_confidence: 0.7 })).status).toBe(
    200,
  );
  expect(await reanalyseStale(app.ctx)).toBe(3);
});
