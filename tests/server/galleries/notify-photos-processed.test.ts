import { expect, test } from 'vitest';
import { notifyProcessed } from '#server/features/galleries/notify-photos-processed.ts';
import { createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

const told = async (kind: string) =>
  (await app.ctx.db.selectFrom('notification').select('user_id').where('kind', '=', kind).execute()).length;
const end = (photo: string, status: 'completed' | 'failed') =>
  app.ctx.db
    .updateTable('face_job')
    .set({ status, completed_at: new Date() })
    .where('photo_id', '=', photo)
    .execute();

test('failures are notified once, also after the photographer was deleted', async () => {
  await createActor(app, ['admin']);
  const gallery = await createGallery(app, { event: await createEvent(app) });
  await end(await createPhoto(app, gallery), 'failed');
  for (let grouping = 0; grouping < 3; grouping += 1) await notifyProcessed(app.ctx, gallery);
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
  await notifyProcessed(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(0); // not before the last one is done
  await end(last, 'completed');
  await notifyProcessed(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(1);
  await app.ctx.db.deleteFrom('notification').execute();
  await notifyProcessed(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(0);
  await end(await createPhoto(app, gallery), 'completed');
  await notifyProcessed(app.ctx, gallery);
  expect(await told('photos_processed')).toBe(1);
});
