import { expect, test } from 'vitest';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import { type Actor, createActor, createClub } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let photographer: Actor;
let member: Actor;
world(async () => {
  admin = await createActor(app, ['admin']);
  photographer = await createActor(app, [{ role: 'photographer', club: await createClub(app) }]);
  member = await createActor(app);
  return app;
});

const ask = async (by: Actor) => (await by.call('POST', '/settings/past-events')).status;
const asked = async () =>
  (
    await admin.call<{ notifications: Notification[] }>('GET', '/notifications')
  ).body.data.notifications.filter(({ kind }) => kind === 'past_events_asked');

test('administrators are asked once, until they have allowed events on past days', async () => {
  expect(await ask(photographer)).toBe(200);
  expect(await ask(photographer)).toBe(200);
  expect(await asked()).toMatchObject([{ settled_at: null, href: '/admin/settings' }]);
  expect((await admin.call('PUT', '/settings', { allow_past_events: true })).status).toBe(200);
  expect(await asked()).toMatchObject([{ settled_at: expect.any(String) }]);
  expect(await ask(photographer)).toBe(200);
  expect(await asked()).toHaveLength(1);
});

test('another change of the settings leaves the question open', async () => {
  await ask(photographer);
  await admin.call('PUT', '/settings', { name: 'TSV' });
  expect(await asked()).toMatchObject([{ settled_at: null }]);
});

test('whoever makes no events does not ask', async () => {
  expect(await ask(member)).toBe(403);
  expect(await asked()).toHaveLength(0);
});
