import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createActor, testPassword } from '#tests/support/actors.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const newerPhone = phone.replaceAll('142', '149').replace('Pixel 8', 'Pixel 9');
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const program = 'lightroom-plugin';

let club: MailApp;
let owner: Actor;
beforeAll(async () => {
  club = await startMailApp();
});
afterAll(() => club.close());
beforeEach(async () => {
  owner = await createActor(club.app);
  await club.app.ctx.db
    .updateTable('app_user')
    .set({ email_verified_at: new Date(), known_devices: [] })
    .where('id', '=', owner.id)
    .execute();
  await club.deliver();
});

const signIn = async (agent: string, password = testPassword) =>
  (
    await fetch(`${club.app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ username: owner.username, password }),
    })
  ).status;
/** What the owner was told on the page, and by mail. */
const told = async () => {
  const { notifications } = (
    await owner.call<{ notifications: { kind: string; params: { device?: string } }[] }>(
      'GET',
      '/notifications',
    )
  ).body.data;
  const devices = notifications
    .filter(({ kind }) => kind === 'new_device')
    .map(({ params }) => params.device);
  return { devices, mails: (await club.deliver()).map(({ to, mail }) => [to, mail.subject]) };
};
const mail = () => [[`${owner.username}@example.org`], 'A new device signed in to Clublens'];

test('the first device is told to nobody, nor is another version of the same', async () => {
  for (const agent of [phone, phone, newerPhone]) expect(await signIn(agent)).toBe(200);
  expect(await told()).toEqual({ devices: [], mails: [] });
});

test('a new kind of device is told once, on the page and by mail, and stands in the activity log', async () => {
  await signIn(phone);
  expect(await signIn(desktop, 'not this one')).toBe(401);
  expect(await told()).toEqual({ devices: [], mails: [] });
  for (const agent of [desktop, desktop, phone, desktop]) expect(await signIn(agent)).toBe(200);
  expect(await told()).toEqual({ devices: ['Firefox, Windows'], mails: [mail()] });
  const log = await club.app.ctx.db
    .selectFrom('audit_entry')
    .select(['actor_id', 'params'])
    .where('action', '=', 'user.new_device')
    .where('target_id', '=', owner.id)
    .execute();
  expect(log).toEqual([{ actor_id: owner.id, params: { device: 'Firefox, Windows' } }]);
});

test('a program that does not say what it is counts as a device, also when it comes often at once', async () => {
  await signIn(phone);
  expect(await Promise.all([1, 2, 3, 4].map(() => signIn(program)))).toEqual([200, 200, 200, 200]);
  expect(await told()).toEqual({ devices: ['?'], mails: [mail()] });
});

test('no mail goes to an address that nobody confirmed', async () => {
  await club.app.ctx.db
    .updateTable('app_user')
    .set({ email_verified_at: null })
    .where('id', '=', owner.id)
    .execute();
  await signIn(phone);
  await signIn(desktop);
  expect(await told()).toEqual({ devices: ['Firefox, Windows'], mails: [] });
});
