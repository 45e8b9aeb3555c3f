import { beforeEach, expect, test } from 'vitest';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const agents = {
  phone:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  program: 'lightroom-plugin',
};
type Opened = { access_token: string; refresh_token: string };
type Listed = { id: string; browser: string | null; system: string | null; is_current: boolean };

let owner: Actor;
let username: string;
beforeEach(async () => {
  owner = await createActor(app);
  ({ username } = owner);
  await app.ctx.db.deleteFrom('session').execute();
});

async function signIn(agent?: string): Promise<Opened> {
  const response = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(agent === undefined ? {} : { 'user-agent': agent }) },
    body: JSON.stringify({ username, password: testPassword }),
  });
  return ((await response.json()) as { data: Opened }).data;
}
const as = ({ access_token }: Opened) => caller(app.url, access_token);
const listed = async (of: Opened) =>
  (await as(of)<{ sessions: Listed[] }>('GET', '/auth/sessions')).body.data.sessions;
const isOpen = async (of: Opened) => (await as(of)('GET', '/auth/me')).status === 200;

test('says in words where one is signed in, last used first, and never a token', async () => {
  await signIn(agents.phone);
  await signIn(agents.program);
  const here = await signIn(agents.desktop);
  const sessions = await listed(here);
  expect(sessions).toMatchObject([
    { browser: 'Firefox', system: 'Windows', is_current: true },
    { system: null, is_current: false },
    { browser: 'Chrome', system: 'Android', is_current: false },
  ]);
  expect(JSON.stringify(sessions)).not.toContain(here.refresh_token);
});

test('headers of no browser, and much too long ones, open a session without words', async () => {
  for (const agent of ['', '\u00ff'.repeat(20), `Mozilla ${'x'.repeat(5_000)}`]) await signIn(agent);
  const here = await signIn(agents.desktop);
  expect((await listed(here)).slice(1).map(({ system }) => system)).toEqual([null, null, null]);
});

test('one that is ended is over at once, its refresh token with it; others stay', async () => {
  const [lost, here] = [await signIn(agents.phone), await signIn(agents.desktop)];
  const [, { id }] = (await listed(here)) as [Listed, Listed];
  expect((await as(here)('DELETE', `/auth/sessions/${id}`)).status).toBe(200);
  expect([await isOpen(lost), await isOpen(here)]).toEqual([false, true]);
  const refreshed = await caller(app.url)('POST', '/auth/refresh', { refresh_token: lost.refresh_token });
  expect(refreshed.status).toBe(401);
  expect((await as(here)('DELETE', `/auth/sessions/${id}`)).status).toBe(404);
});

test('all others end together', async () => {
  const others = [await signIn(agents.phone), await signIn(agents.program)];
  const here = await signIn(agents.desktop);
  expect((await as(here)('POST', '/auth/sessions/end-others')).status).toBe(200);
  expect(await Promise.all([...others, here].map(isOpen))).toEqual([false, false, true]);
  expect(await listed(here)).toHaveLength(1);
});

test('nobody sees or ends those of somebody else, and nobody signed out any', async () => {
  const here = await signIn(agents.desktop);
  const [{ id }] = (await listed(here)) as [Listed];
  const stranger = await createActor(app);
  expect(
    (await stranger.call<{ sessions: Listed[] }>('GET', '/auth/sessions')).body.data.sessions,
  ).toHaveLength(1);
  expect((await stranger.call('DELETE', `/auth/sessions/${id}`)).status).toBe(404);
  expect((await stranger.call('POST', '/auth/sessions/end-others')).status).toBe(200);
  expect(await isOpen(here)).toBe(true);
  expect((await caller(app.url)('GET', '/auth/sessions')).status).toBe(401);
});

test('an administrator signs somebody out everywhere, which the activity log says', async () => {
  const admin = await createActor(app, ['admin']);
  const sessions = [await signIn(agents.phone), await signIn(agents.desktop)];
  expect((await admin.call('POST', `/users/${owner.id}/end-sessions`)).status).toBe(200);
  expect(await Promise.all(sessions.map(isOpen))).toEqual([false, false]);
  const log = await app.ctx.db.selectFrom('audit_entry').select(['action', 'target_id']).execute();
  expect(log).toContainEqual({ action: 'user.end_sessions', target_id: owner.id });
  expect(await isOpen(await signIn())).toBe(true);
});

test('nobody else does, nor does one who is no superuser to a superuser, nor anybody to themselves', async () => {
  const open = await signIn(agents.phone);
  const other = await createActor(app);
  expect((await other.call('POST', `/users/${owner.id}/end-sessions`)).status).toBe(403);
  const [admin, superuser] = [await createActor(app, ['admin']), await createActor(app, ['superuser'])];
  expect((await admin.call('POST', `/users/${superuser.id}/end-sessions`)).status).toBe(403);
  expect((await admin.call('POST', `/users/${admin.id}/end-sessions`)).status).toBe(409);
  expect([await isOpen(open), (await superuser.call('GET', '/auth/me')).status]).toEqual([true, 200]);
});
