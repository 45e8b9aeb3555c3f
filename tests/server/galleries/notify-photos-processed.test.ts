import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifyPhotographer } from '#server/features/galleries/galleries/notify-photographer.ts';
import { notifyPhotosProcessed } from '#server/jobs/handlers/notify-photos-processed.ts';
import { createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

const told = async (kind: string) =>
  (await app.ctx.db.selectFrom('notification').select('user_id').where('kind', '=', kind).execute()).length;
const end = (photo: string, status: 'completed' | 'failed') =>
  app.ctx.db
    .updateTable('photo_analysis')
    .set({ status, completed_at: new Date() })
    .where('photo_id', '=', photo)
    .execute();

test('failures are notified once, also after the photographer was deleted', async () => {
  await createActor(app, ['admin']);
  const gallery = await createGallery(app, { event: await createEvent(app) });
  await end(await createPhoto(app, gallery), 'failed');
  for (let grouping = 0; grouping < 3; grouping += 1) await notifyPhotographer(app.ctx, gallery);
  expect(await told('jobs_failed')).toBe(1);
});

test('a burst of uploads is notified once, also after its notice was deleted, and the next burst again', async () => {
  const photographer = await createActor(app, ['photographer']);
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    photographer: photographer.id,
  });
  await end(await createPhoto(app, gallery), 'completed');
  const last = await createPhoto(app, gallery);
  await notifyPhotographer(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(0); // not before the last one is done
  await end(last, 'completed');
  await notifyPhotographer(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(1);
  await app.ctx.db.deleteFrom('notification').execute();
  await notifyPhotographer(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(0);
  await end(await createPhoto(app, gallery), 'completed');
  await notifyPhotographer(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(1);
});

test('photos that are analysed again are no upload', async () => {
  const photographer = await createActor(app, ['photographer']);
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    photographer: photographer.id,
  });
  const photo = await createPhoto(app, gallery);
  await end(photo, 'completed');
  await notifyPhotographer(app.ctx, gallery);
  await app.ctx.db.deleteFrom('notification').execute();
  await app.ctx.db
    .updateTable('photo')
    .set({ created_at: sql`now() - interval '1 day'` })
    .where('id', '=', photo)
    .execute();
  await end(photo, 'completed');
  await notifyPhotographer(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(0);
});

test('the photographer of a slow upload is notified once, a minute after its last photo', async () => {
  const photographer = await createActor(app, ['photographer']);
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    photographer: photographer.id,
  });
  const run = () => notifyPhotosProcessed(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
  const notified = async () =>
    (
      await app.ctx.db
        .selectFrom('notification')
        .select('params')
        .where('kind', '=', 'photos_processed')
        .where('user_id', '=', photographer.id)
        .execute()
    ).map(({ params }) => params);
  const ended = (photo: string, secondsAgo: number) =>
    app.ctx.db
      .updateTable('photo_analysis')
      .set({ status: 'completed', completed_at: sql`now() - ${secondsAgo} * interval '1 second'` })
      .where('photo_id', '=', photo)
      .execute();
  const enqueued = () => app.jobs.filter(({ name }) => name === 'notify-photos-processed').length;
  const first = await createPhoto(app, gallery);
  await ended(first, 90);
  const second = await createPhoto(app, gallery);
  await run();
  expect([await notified(), enqueued()]).toEqual([[], 0]); // the grouping after the last photo enqueues it
  await ended(second, 30);
  await run();
  expect([await notified(), enqueued()]).toEqual([[], 1]);
  await ended(second, 61);
  await run();
  await run();
  expect([await notified(), enqueued()]).toEqual([[expect.objectContaining({ count: 2 })], 1]);
});
