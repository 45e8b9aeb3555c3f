/** How keys for programs are made, and how they end. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addYears } from '#server/contract/calendar-dates.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { ApiKey } from '#server/contract/schemas/api-keys.ts';
import { removeEndedKeys } from '#server/features/accounts/api-keys/api-keys.repository.ts';
import { createRateLimits, rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import {
  type Actor,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
  testPassword,
} from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { giveCodes } from '#tests/support/factors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let owner: Actor;
beforeEach(async () => {
  owner = await createActor(app, ['photographer']);
});
afterEach(() => app.clock.set(null));

const lastDay = addYears(new Date().toISOString().slice(0, 10), 1);
const make = (by: Actor, fields: object = {}) =>
  by.call<{ id: string; key: string }>('POST', '/users/profile/keys', {
    name: 'Lightroom',
    scope: 'read',
    last_day: lastDay,
    ...fields,
  });
const list = async (by: Actor) =>
  (await by.call<{ keys: ApiKey[] }>('GET', '/users/profile/keys')).body.data.keys;
const said = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code ? [status, body.code] : status;
const use = async (key: string, headers: Record<string, string> = {}, url = app.url) =>
  said(await caller(url, key)('GET', '/galleries', undefined, headers));
const ended = [401, 'api_key_invalid'];

describe('making one', () => {
  test('answers it once; the database has its hash alone, and its owner is told', async () => {
    const { status, body } = await make(owner);
    expect(status).toBe(201);
    const { key, id } = body.data;
    expect(key).toMatch(/^clk_[\w-]{43}$/);
    expect(await use(key)).toBe(200);
    const [known] = await list(owner);
    expect(known).toMatchObject({
      id,
      name: 'Lightroom',
      scope: 'read',
      gallery_id: null,
      last_day: lastDay,
    });
    expect(Date.parse(known!.last_used_at!)).toBeGreaterThan(0);
    expect(JSON.stringify(known)).not.toContain(key);
    const rows = await app.ctx.db.selectFrom('api_key').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    const told = await app.ctx.db
      .selectFrom('notification')
      .select(['kind', 'params'])
      .where('user_id', '=', owner.id)
      .execute();
    expect(told).toContainEqual({ kind: 'api_key_added', params: { key: 'Lightroom' } });
    const log = await app.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('actor_id', '=', owner.id)
      .execute();
    expect(log).toEqual([{ action: 'user.add_api_key' }]);
  });

  test('asks for the password again, and for a second factor where one is needed', async () => {
    app.clock.set(new Date(Date.now() + 11 * 60_000));
    expect(said(await make(owner))).toEqual([403, 'reauthentication_required']);
    expect((await owner.call('POST', '/auth/confirm-password', { password: testPassword })).status).toBe(200);
    expect((await make(owner)).status).toBe(201);
  });

  test.each([
    ['no name', { name: ' ' }],
    ['another scope', { scope: 'everything' }],
    ['a day that is over', { last_day: '2020-01-01' }],
    ['a day too far', { last_day: '2999-01-01' }],
    ['a gallery to read', { gallery_id: '00000000-0000-4000-8000-000000000000' }],
  ])('%s is refused, and makes none', async (_what, fields) => {
    expect((await make(owner, fields)).status).toBe(422);
    expect(await list(owner)).toEqual([]);
  });

  test('names a gallery only to which its owner may upload', async () => {
    const event = await createEvent(app);
    const [own, other] = [
      await createGallery(app, { event, photographer: owner.id, name: 'Final' }),
      await createGallery(app, { event }),
    ];
    expect((await make(owner, { scope: 'upload', gallery_id: other })).status).toBe(403);
    expect((await make(owner, { scope: 'upload', gallery_id: 'none' })).status).toBe(404);
    expect((await make(owner, { scope: 'upload', gallery_id: own })).status).toBe(201);
    expect(await list(owner)).toMatchObject([{ scope: 'upload', gallery_id: own, gallery_name: 'Final' }]);
  });

  test('no more than a few', async () => {
    for (let i = 0; i < countLimits.apiKeysMax; i += 1) await giveKey(app, owner, 'read');
    expect(said(await make(owner))).toEqual([409, 'api_keys_enough']);
  });
});

describe('it ends', () => {
  const admin = () => createActor(app, ['superuser']);
  test('when it is withdrawn, at once; nobody withdraws one of somebody else', async () => {
    const { id, key } = await giveKey(app, owner, 'read');
    const stranger = await createActor(app);
    expect(said(await stranger.call('DELETE', `/users/profile/keys/${id}`))).toEqual([
      404,
      'api_key_not_found',
    ]);
    expect(await use(key)).toBe(200);
    expect((await owner.call('DELETE', `/users/profile/keys/${id}`)).status).toBe(200);
    expect(await use(key)).toEqual(ended);
    expect(said(await owner.call('DELETE', `/users/profile/keys/${id}`))).toEqual([404, 'api_key_not_found']);
  });

  test('after its last day', async () => {
    const noon = new Date('2031-05-04T12:00:00Z');
    app.clock.set(noon);
    const { key } = await giveKey(app, owner, 'read', { lastDay: '2031-05-04' });
    expect(await use(key)).toBe(200);
    app.clock.set(new Date(noon.getTime() + dayMs));
    expect(await use(key)).toEqual(ended);
  });

  test('and is deleted a month after its last day', async () => {
    for (const day of ['2031-04-01', '2031-05-01']) await giveKey(app, owner, 'read', { lastDay: day });
    await removeEndedKeys(app.ctx.db, new Date('2031-05-04T12:00:00Z'));
    expect((await list(owner)).map(({ last_day }) => last_day)).toEqual(['2031-05-01']);
  });

  test('with the account: deactivated, which activating does not bring back, or removed', async () => {
    const [boss, { key }] = [await admin(), await giveKey(app, owner, 'read')];
    await boss.call('PUT', `/users/${owner.id}`, { is_active: false });
    expect(await use(key)).toEqual(ended);
    await boss.call('PUT', `/users/${owner.id}`, { is_active: true });
    expect(await use(key)).toEqual(ended);
    const again = await giveKey(app, owner, 'read');
    expect(await use(again.key)).toBe(200);
    await boss.call('DELETE', `/users/${owner.id}`);
    expect(await use(again.key)).toEqual(ended);
  });

  test('when its owner, or an administrator, signs out everywhere', async () => {
    const first = await giveKey(app, owner, 'read');
    expect((await owner.call('POST', '/auth/sessions/end-others')).status).toBe(200);
    expect(await use(first.key)).toEqual(ended);
    const second = await giveKey(app, owner, 'read');
    expect((await (await admin()).call('POST', `/users/${owner.id}/end-sessions`)).status).toBe(200);
    expect(await use(second.key)).toEqual(ended);
  });

  test('with a new password by link, and not with one that its owner changes', async () => {
    const { key } = await giveKey(app, owner, 'read');
    const changed = { current_password: testPassword, new_password: 'another long phrase' };
    expect((await owner.call('PUT', '/users/change-password', changed)).status).toBe(200);
    expect(await use(key)).toBe(200);
    const boss = await admin();
    const link = await boss.call<{ url: string }>('POST', `/users/${owner.id}/reset-link`, {});
    const token = link.body.data.url.split('#')[1]!.replace(/^token=/, '');
    const reset = { token, new_password: 'a third long phrase' };
    expect((await caller(app.url)('POST', '/auth/reset-password', reset)).status).toBe(200);
    expect(await use(key)).toEqual(ended);
  });

  test('with the rights of its account', async () => {
    const club = await createClub(app);
    const member = await createActor(app, [{ role: 'photographer', club }]);
    const gallery = await createGallery(app, {
      event: await createEvent(app, [club]),
      photographer: member.id,
    });
    const { call } = await giveKey(app, member, 'upload', { gallery });
    expect((await call('GET', `/galleries/${gallery}`)).status).toBe(200);
    await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', member.id).execute();
    expect((await call('GET', `/galleries/${gallery}`)).status).toBe(403);
  });

  test('for as long as its account lacks a second factor that is required of it', async () => {
    const head = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
    const { key } = await giveKey(app, head, 'read');
    const boss = await admin();
    await giveCodes(app, boss.id);
    await boss.call('PUT', '/settings', { admin_second_factor: 'required' });
    expect(await use(key)).toBe(200);
    app.clock.set(new Date(Date.now() + 8 * dayMs));
    expect(await use(key)).toEqual([403, 'second_factor_needed']);
    await giveCodes(app, head.id);
    expect(await use(key)).toBe(200);
    app.clock.set(null);
    await boss.call('PUT', '/settings', { admin_second_factor: 'recommended' });
  });
});

test('over plain http it is accepted from a local network alone', async () => {
  const { key } = await giveKey(app, owner, 'read');
  const proxied = await app.serveAs({ trustProxyHops: 1 });
  const from = (address: string, proto: string) =>
    use(key, { 'x-forwarded-for': address, 'x-forwarded-proto': proto }, proxied);
  const refused = [403, 'api_key_needs_https'];
  expect(await from('203.0.113.7', 'http')).toEqual(refused);
  expect(await from('203.0.113.7', 'https')).toBe(200);
  expect(await from('192.168.1.20', 'http')).toBe(200);
  expect(await from('fd00::2', 'http')).toBe(200);
  expect(await from('2001:db8::1', 'http')).toEqual(refused);
  const named = await app.serveAs({ trustProxyHops: 1, publicUrl: 'https://photos.club.example' });
  expect(await use(key, { 'x-forwarded-for': '203.0.113.7' }, named)).toBe(200);
  // One that nobody trusts has the address of the server's own network.
  const untrusted = (headers: Record<string, string>) =>
    use(key, { 'x-forwarded-for': '203.0.113.7', ...headers });
  expect(await untrusted({})).toEqual(refused);
  expect(await untrusted({ 'x-forwarded-proto': 'http' })).toEqual(refused);
  expect(await untrusted({ 'x-forwarded-proto': 'https' })).toBe(200);
  const other = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
  expect(await use(key, other, named)).toEqual(refused);
});

test('wrong ones are counted by address, and are answered 401 whatever their number', async () => {
  const [address, stranger] = ['192.0.2.1', '192.0.2.2'];
  const limits = createRateLimits();
  const right = async () => 'found';
  for (let i = 0; i < rateLimitValues.wrongKeysPerAddress.points; i += 1) {
    expect(await limits.limitWrongKeys(address, right)).toBe('found');
    expect(await limits.limitWrongKeys(address, async () => undefined)).toBeUndefined();
  }
  expect(await limits.limitWrongKeys(address, right)).toBeUndefined();
  expect(await limits.limitWrongKeys(stranger, right)).toBe('found');
  expect(await use('clk_wrong')).toEqual(ended);
});

test('nobody but the owner lists them, and a key makes none', async () => {
  const { call, id } = await giveKey(app, owner, 'manage');
  const refused = [403, 'api_key_refused'];
  expect(said(await call('GET', '/users/profile/keys'))).toEqual(refused);
  expect(said(await call('POST', '/users/profile/keys', { name: 'x' }))).toEqual(refused);
  expect(said(await call('DELETE', `/users/profile/keys/${id}`))).toEqual(refused);
  expect(await list(await createActor(app))).toEqual([]);
});
