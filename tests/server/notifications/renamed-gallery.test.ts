import { expect, test } from 'vitest';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { createActor, createEvent, createGallery } from '../../support/actors.ts';
import { startTestAppBeforeAll } from '../../support/test-app.ts';

const app = startTestAppBeforeAll();

test('a notification calls a gallery as it is called now, for those who read it', async () => {
  const [owner, stranger] = [await createActor(app, ['photographer']), await createActor(app)];
  const event = await createEvent(app);
  const gallery = await createGallery(app, {
    event,
    createdBy: owner.id,
    visibility: 'private',
    name: 'Cup final',
  });
  await app.ctx.db.transaction().execute((trx) =>
    notify(
      app.ctx,
      trx,
      [owner.id, stranger.id],
      [
        { kind: 'gallery_ending', params: { gallery: 'Cup final', date: 'x' }, href: `/gallery/${gallery}` },
        {
          kind: 'jobs_failed',
          params: { gallery: 'Cup final', gallery_id: gallery, count: 1 },
          href: '/recognition',
        },
        { kind: 'takedown_granted', params: { gallery: 'Cup final' } },
      ],
    ),
  );
  await owner.call('PUT', `/galleries/${gallery}`, { name: 'Cup final, second half' });
  type Page = { notifications: { kind: string; params: { gallery?: string } }[] };
  const namesFor = async (actor: typeof owner) => {
    const { body } = await actor.call<Page>('GET', '/notifications');
    const told = body.data.notifications.filter(({ params }) => params.gallery !== undefined);
    return Object.fromEntries(told.map(({ kind, params }) => [kind, params.gallery]));
  };
  const [now, before] = ['Cup final, second half', 'Cup final'];
  expect(await namesFor(owner)).toEqual({
    gallery_ending: now,
    jobs_failed: now,
    takedown_granted: before,
  });
  expect(await namesFor(stranger)).toEqual({
    gallery_ending: before,
    jobs_failed: before,
    takedown_granted: before,
  });
});
