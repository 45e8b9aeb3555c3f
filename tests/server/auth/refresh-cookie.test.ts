import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageHeader } from '#server/contract/page-header.ts';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

type Opened = { access_token: string; refresh_token?: string };

const app = startTestAppBeforeAll();
const page = { [pageHeader]: '1' };
const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
const overHttps = { ...page, ...https };
const name = '__Host-clublens_refresh';

let url: string;
let user: Actor;
beforeAll(async () => {
  url = await app.serveAs({ trustProxyHops: 1 });
  await createActor(app, ['superuser', 'admin']); // without whom nobody could be deleted
});
beforeEach(async () => {
  user = await createActor(app);
});

const setCookie = (headers: Headers) => headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
const tokenIn = (headers: Headers) => /=([^;]*)/.exec(setCookie(headers) ?? '')?.[1];
const post = (path: string, headers: Record<string, string>, body?: object) =>
  caller(url)<Opened>('POST', `/auth/${path}`, body, headers);
const login = (headers: Record<string, string>) =>
  post('login', headers, { username: user.username, password: testPassword });
const holding = (cookie: string | undefined) => ({ ...overHttps, cookie: `other=1; ${name}=${cookie}` });
const isOpen = async ({ access_token }: Opened) =>
  (await caller(url, access_token)('GET', '/auth/me')).status === 200;

test('over https the page gets the refresh token in a cookie that no script reads, and not in the body', async () => {
  const { status, headers, body } = await login(overHttps);
  expect([status, body.data.refresh_token]).toEqual([200, undefined]);
  expect(setCookie(headers)).toMatch(
    /^__Host-clublens_refresh=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(await isOpen(body.data)).toBe(true);
});

test.each([
  ['the page over http', page],
  ['another client over https', https],
])('%s gets it in the body, and no cookie', async (_who, headers) => {
  const opened = await login(headers);
  expect(opened.body.data.refresh_token).toMatch(/^[\w-]{43}$/);
  expect(setCookie(opened.headers)).toBeUndefined();
});

test.each([
  { origin: 'https://club.example', set: true },
  { origin: 'http://club.example', set: false },
  { origin: 'http://192.168.1.5:3000', set: false },
])('behind a proxy that does not say https, PUBLIC_URL tells: $origin', async ({ origin, set }) => {
  url = await app.serveAs({ publicUrl: 'https://club.example' });
  const { headers } = await login({ ...page, origin, 'sec-fetch-site': 'same-origin' });
  expect(setCookie(headers) !== undefined).toBe(set);
  url = await app.serveAs({ trustProxyHops: 1 });
});

test('the cookie is renewed with the session; a spent one that comes back later ends it', async () => {
  const first = tokenIn((await login(overHttps)).headers);
  const renewed = await post('refresh', holding(first), {});
  const second = tokenIn(renewed.headers);
  expect([renewed.status, renewed.body.data.refresh_token]).toEqual([200, undefined]);
  expect(second).not.toBe(first);
  app.clock.set(new Date(Date.now() + 60_000));
  const replayed = await post('refresh', holding(first), {});
  expect(replayed.status).toBe(401);
  expect(setCookie(replayed.headers)).toMatch(/^__Host-clublens_refresh=; Path=\/; Expires=Thu, 01 Jan 1970/);
  expect((await post('refresh', holding(second), {})).status).toBe(401);
  app.clock.set(null);
});

test('two tabs that renew with one cookie at once are no theft', async () => {
  const cookie = holding(tokenIn((await login(overHttps)).headers));
  const tabs = await Promise.all([1, 2].map(() => post('refresh', cookie, {})));
  expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
  for (const { headers } of tabs)
    expect((await post('refresh', holding(tokenIn(headers)), {})).status).toBe(200);
});

test('a refresh token from local storage moves into the cookie, whatever cookie is there', async () => {
  const { refresh_token } = (await login(https)).body.data;
  const stale = tokenIn((await login(overHttps)).headers);
  const moved = await post('refresh', holding(stale), { refresh_token });
  expect([moved.status, moved.body.data.refresh_token]).toEqual([200, undefined]);
  expect((await post('refresh', holding(tokenIn(moved.headers)), {})).status).toBe(200);
});

test('where a proxy stops saying https, the session goes on with the token in the body', async () => {
  const cookie = tokenIn((await login(overHttps)).headers);
  const { status, body } = await post('refresh', { ...page, cookie: `${name}=${cookie}` }, {});
  expect([status, typeof body.data.refresh_token]).toEqual([200, 'string']);
});

test('signing out ends the session by the cookie alone, and removes it', async () => {
  const opened = await login(overHttps);
  const left = await post('logout', holding(tokenIn(opened.headers)), {});
  expect(setCookie(left.headers)).toMatch(/=; Path=\/; Expires=Thu, 01 Jan 1970.*; Secure/);
  expect(await isOpen(opened.body.data)).toBe(false);
});

test('deleting the account removes it too', async () => {
  const { headers, body } = await login(overHttps);
  const gone = await caller(url, body.data.access_token)(
    'POST',
    '/users/profile/delete',
    { password: testPassword },
    holding(tokenIn(headers)),
  );
  expect([gone.status, setCookie(gone.headers)]).toEqual([200, expect.stringContaining('1970')]);
});

describe('a page of another site', () => {
  test.each([
    ['renews nothing by a form', { [pageHeader]: undefined }],
    ['does not with the header either, which its browser would not send', { origin: 'https://evil.example' }],
    ['nor on a neighbouring host', { origin: 'https://evil.club.example', 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_what, changed) => {
    const opened = await login(overHttps);
    const cookie = tokenIn(opened.headers);
    const { [pageHeader]: header, ...rest } = { ...holding(cookie), ...changed };
    const headers = header === undefined ? rest : { ...rest, [pageHeader]: header };
    for (const path of ['refresh', 'logout']) await post(path, headers, {});
    expect(await isOpen(opened.body.data)).toBe(true);
    expect((await post('refresh', holding(cookie), {})).status).toBe(200);
  });
});

test('without a token and without a cookie nothing is renewed', async () => {
  expect((await post('refresh', overHttps, {})).status).toBe(401);
  const other = await post('refresh', https, {});
  expect(other.status).toBe(422);
  expect(JSON.stringify(other.body)).toContain('refresh_token');
});
