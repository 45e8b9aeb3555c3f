import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import {
  type Actor,
  caller,
  createActor,
  createClub,
  createEvent,
  testPassword,
} from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await createActor(app, ['admin']);
});
afterAll(() => app.close());
beforeEach(() => save({ registration: 'open', allow_past_events: false }));

const anonymous: ReturnType<typeof caller> = (...args) => caller(app.url)(...args);
const save = (settings: Partial<InstallationSettings>) =>
  admin.call<InstallationSettings>('PUT', '/settings', settings);
const entries = async () =>
  (await admin.call<{ entries: { action: string; params: object }[] }>('GET', '/audit?query=settings.update'))
    .body.data.entries;

let serial = 0;
const newAccount = () => {
  serial += 1;
  return {
    username: `newcomer${serial}`,
    email: `newcomer${serial}@example.org`,
    password: testPassword,
    first_name: 'New',
  };
};

describe('the settings of the installation', () => {
  test('are open registration and no past events where nothing was chosen', async () => {
    await app.ctx.db.deleteFrom('instance_setting').execute();
    const { body } = await anonymous('GET', '/settings/public');
    expect(body.data).toEqual({
      name: 'Clublens',
      web_push: false,
      registration: 'open',
      allow_past_events: false,
      link_months: null,
      bin_days: 30,
      imprint_url: null,
      privacy_url: null,
      mail: false,
      public_address: 'unset',
      provider_label: null,
      passwords_for: 'everybody',
      provider_starts: 'by_button',
      provider_ends: 'by_itself',
      passkey_origin: null,
      today: app.ctx.clock.today(),
    });
  });

  test.each([
    [null, 'unset'],
    ['https://photos.club.example', 'set'],
    ['http://192.168.1.20:3000', 'set'],
    ['http://localhost:3000', 'loopback'],
    ['http://127.0.0.1:3000', 'loopback'],
    ['http://[::1]:3000', 'loopback'],
  ])('say of the address %s that it is %s', async (address, said) => {
    app.ctx.publicUrl = address;
    try {
      const { body } = await anonymous('GET', '/settings/public');
      expect(body.data).toMatchObject({ public_address: said });
    } finally {
      app.ctx.publicUrl = null;
    }
  });

  test('are changed one by one, and the activity log says from what to what', async () => {
    const before = (await entries()).length;
    const { body } = await save({ registration: 'closed' });
    expect(body.data).toMatchObject({ registration: 'closed', allow_past_events: false });
    await save({ registration: 'closed' });
    const log = await entries();
    expect(log).toHaveLength(before + 1);
    expect(log[0]!.params).toEqual({ registration: { from: 'open', to: 'closed' } });
  });

  test('begin with no chosen name; the one of the product counts as chosen when it is saved', async () => {
    await app.ctx.db.deleteFrom('instance_setting').execute();
    const read = async () => (await admin.call('GET', '/settings')).body.data;
    expect(await read()).toMatchObject({ name: null, public_url: null });
    expect((await save({ name: ' Clublens ' })).body.data.name).toBe('Clublens');
    expect(await read()).toMatchObject({ name: 'Clublens' });
    expect((await entries())[0]!.params).toEqual({ name: { from: null, to: 'Clublens' } });
    await save({ name: 'TSV Nord <Fotos>' });
    const { body } = await anonymous('GET', '/settings/public');
    expect(body.data).toMatchObject({ name: 'TSV Nord <Fotos>' });
  });

  test.each([[''], ['   '], ['x'.repeat(61)], ['Line\nbreak']])('refuse the name %j', async (name) => {
    expect((await save({ name })).status).toBe(422);
  });

  test('lead to the imprint and the data protection statement, which everybody reads, until they are cleared', async () => {
    const imprint_url = 'https://tsv-waldau.example/impressum';
    const read = async () => (await anonymous('GET', '/settings/public')).body.data;
    expect((await save({ imprint_url: ` ${imprint_url} ` })).body.data).toMatchObject({ imprint_url });
    expect(await read()).toMatchObject({ imprint_url, privacy_url: null });
    expect((await entries())[0]!.params).toEqual({ imprint_url: { from: null, to: imprint_url } });
    const privacy_url = 'http://tsv-waldau.example/datenschutz?seite=1';
    await save({ imprint_url: '', privacy_url });
    expect(await read()).toMatchObject({ imprint_url: null, privacy_url });
    await save({ privacy_url: null });
    expect(await read()).toMatchObject({ imprint_url: null, privacy_url: null });
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript://club.example/%0aalert(1)',
    'data:text/html,hello',
    'club.example/impressum',
    '//club.example',
    'https:club.example',
    'https://',
    `https://club.example/${'x'.repeat(480)}`,
  ])('refuse the address %s', async (imprint_url) => {
    const { status, body } = await save({ imprint_url });
    const msg =
      imprint_url.length > 500
        ? 'Must be at most 500 characters'
        : 'Please enter a web address that begins with https://';
    expect([status, body.detail]).toEqual([422, [{ field: 'imprint_url', msg }]]);
  });

  test('refuse values that are none', async () => {
    expect((await save({ registration: 'sometimes' as 'open' })).status).toBe(422);
  });

  test('both survive two changes at once', async () => {
    await Promise.all([save({ registration: 'invitation' }), save({ allow_past_events: true })]);
    const { body } = await anonymous('GET', '/settings/public');
    expect(body.data).toMatchObject({ registration: 'invitation', allow_past_events: true });
  });

  test('are read in full and changed by global administrators only', async () => {
    const club = await createClub(app);
    const others = [
      await createActor(app),
      await createActor(app, ['photographer']),
      await createActor(app, [{ role: 'club_admin', club }]),
    ];
    for (const other of others) {
      expect((await other.call('GET', '/settings')).status).toBe(403);
      expect((await other.call('PUT', '/settings', { registration: 'closed' })).status).toBe(403);
    }
    expect((await anonymous('PUT', '/settings', { registration: 'closed' })).status).toBe(401);
    const superuser = await createActor(app, ['superuser']);
    expect((await superuser.call('PUT', '/settings', { registration: 'closed' })).status).toBe(200);
  });
});

/** Who gets an account in which mode: by registering, and from an administrator. */
describe.each<{ registration: InstallationSettings['registration']; refusal: ErrorCode | undefined }>([
  { registration: 'open', refusal: undefined },
  { registration: 'invitation', refusal: 'registration_by_invitation' },
  { registration: 'closed', refusal: 'registration_closed' },
])('with registration $registration', ({ registration, refusal }) => {
  beforeEach(() => save({ registration }));

  test('everybody who registers gets the same answer, signed in or not, and no account is left by a refusal', async () => {
    const askers = [
      caller(app.url),
      (await createActor(app)).call,
      (await createActor(app, ['photographer'])).call,
      admin.call,
    ];
    for (const ask of askers) {
      const account = newAccount();
      const { status, body } = await ask('POST', '/auth/register', account);
      expect([status, body.code]).toEqual(refusal ? [403, refusal] : [201, undefined]);
      const row = await app.ctx.db
        .selectFrom('app_user')
        .select('id')
        .where('username', '=', account.username)
        .executeTakeFirst();
      expect(row === undefined).toBe(refusal !== undefined);
    }
  });

  test('a refusal says nothing about names that are taken or passwords that are weak', async () => {
    const taken = { ...newAccount(), username: admin.username, password: 'Password1' };
    const { body } = await anonymous('POST', '/auth/register', taken);
    expect(body.code).toBe(refusal ?? 'password_too_common');
  });

  test('administrators make accounts, and only they; who has one signs in', async () => {
    const account = newAccount();
    expect((await (await createActor(app)).call('POST', '/users', account)).status).toBe(403);
    expect((await admin.call('POST', '/users', account)).status).toBe(201);
    const { username, password } = account;
    expect((await anonymous('POST', '/auth/login', { username, password })).status).toBe(200);
  });
});

describe('events in the past', () => {
  const event = (event_date: string) => {
    serial += 1;
    return { name: 'Cup final', slug: `past-${serial}`, event_date, description: '', location: '' };
  };

  test('are refused, and allowed by the setting, when created and when moved', async () => {
    const future = await createEvent(app);
    const create = () => admin.call('POST', '/events', event('2020-01-05'));
    const move = () => admin.call('PUT', `/events/${future}`, { event_date: '2020-01-05' });
    expect([(await create()).status, (await move()).status]).toEqual([422, 422]);
    await save({ allow_past_events: true });
    expect([(await create()).status, (await move()).status]).toEqual([201, 200]);
  });
});
