import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';

let club: MailApp;
let user: Actor;
let admin: Actor;
beforeAll(async () => {
  club = await startMailApp();
  admin = await createActor(club.app, ['admin']);
});
afterAll(() => club.close());
beforeEach(async () => {
  user = await createActor(club.app);
  await setVerified(new Date());
  await club.deliver();
});

const setVerified = (email_verified_at: Date | null) =>
  club.app.ctx.db.updateTable('app_user').set({ email_verified_at }).where('id', '=', user.id).execute();
const told = async () => (await club.deliver()).map(({ to, mail }) => [to, mail.subject]);
const address = () => `${user.username}@example.org`;
const changePassword = (current_password = testPassword) =>
  user.call('PUT', '/users/change-password', { current_password, new_password: `new ${testPassword}` });

test('a changed password is told by mail, one that was refused is not', async () => {
  expect((await changePassword('not this one')).status).toBe(400);
  expect(await told()).toEqual([]);
  expect((await changePassword()).status).toBe(200);
  expect(await told()).toEqual([[[address()], 'Your password for Clublens was changed']]);
});

test('so is one that was set by a link', async () => {
  const { url } = (await admin.call<{ url: string }>('POST', `/users/${user.id}/reset-link`)).body.data;
  const token = new URL(url).hash.slice(1);
  const reset = { token, new_password: `new ${testPassword}` };
  expect((await caller(club.app.url)('POST', '/auth/reset-password', reset)).status).toBe(200);
  expect(await told()).toEqual([[[address()], 'Your password for Clublens was changed']]);
});

test('an address that an administrator changes is told to the old one', async () => {
  const email = `moved-${user.username}@example.org`;
  expect((await admin.call('PUT', `/users/${user.id}`, { email })).status).toBe(200);
  expect(await told()).toEqual([[[address()], 'Your address for Clublens was changed']]);
  expect((await admin.call('PUT', `/users/${user.id}`, { first_name: 'Other' })).status).toBe(200);
  expect(await told()).toEqual([]);
});

test('an address that nobody has confirmed gets none of these', async () => {
  await setVerified(null);
  await changePassword();
  await admin.call('PUT', `/users/${user.id}`, { email: `moved-${user.username}@example.org` });
  expect(await told()).toEqual([]);
});
