import { beforeAll, describe, expect, test } from 'vitest';
import { removeEndedSessions } from '#server/features/accounts/auth/sessions.repository.ts';
import { caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

const anna = {
  username: 'anna',
  email: 'anna@example.org',
  password: 'long enough',
  first_name: 'Anna',
  last_name: 'von Berg',
};
type Session = {
  access_token: string;
  refresh_token: string;
  token_type: string;
  user: { id: string; full_name: string; roles: string[]; role: string };
};

beforeAll(async () => {
  await caller(app.url)('POST', '/auth/register', anna);
});

describe('sessions', () => {
  test('refresh tokens rotate; an old one that comes back later ends the family', async () => {
    const anonymous = caller(app.url);
    const first = (
      await anonymous<Session>('POST', '/auth/login', { username: 'anna', password: anna.password })
    ).body.data;
    const second = await anonymous<Session>('POST', '/auth/refresh', { refresh_token: first.refresh_token });
    expect(second.status).toBe(200);
    expect(second.body.data.refresh_token).not.toBe(first.refresh_token);
    app.clock.set(new Date(Date.now() + 60_000));
    expect((await anonymous('POST', '/auth/refresh', { refresh_token: first.refresh_token })).status).toBe(
      401,
    );
    expect(
      (await anonymous('POST', '/auth/refresh', { refresh_token: second.body.data.refresh_token })).status,
    ).toBe(401);
    app.clock.set(null);
    expect((await caller(app.url, second.body.data.access_token)('GET', '/auth/me')).status).toBe(401);
  });

  test('two tabs that refresh at once are no theft', async () => {
    const anonymous = caller(app.url);
    const { refresh_token } = (
      await anonymous<Session>('POST', '/auth/login', { username: 'anna', password: anna.password })
    ).body.data;
    const tabs = await Promise.all(
      [1, 2].map(() => anonymous<Session>('POST', '/auth/refresh', { refresh_token })),
    );
    expect(tabs.map((tab) => tab.status)).toEqual([200, 200]);
    for (const { body } of tabs)
      expect((await caller(app.url, body.data.access_token)('GET', '/auth/me')).status).toBe(200);
  });

  test('a sign-in ends after thirty days without use, and after half a year in any case', async () => {
    const user = await createActor(app);
    const anonymous = caller(app.url);
    const start = Date.now();
    const passDays = (days: number) => app.clock.set(new Date(start + days * 24 * 60 * 60 * 1000));
    const login = async () =>
      (await anonymous<Session>('POST', '/auth/login', { username: user.username, password: testPassword }))
        .body.data;
    const refresh = (refresh_token: string) => anonymous<Session>('POST', '/auth/refresh', { refresh_token });
    const unused = await login();
    let used = await login();
    for (const day of [29, 58, 87, 116, 145, 174]) {
      passDays(day);
      const { status, body } = await refresh(used.refresh_token);
      expect([day, status]).toEqual([day, 200]);
      used = body.data;
    }
    const own = caller(app.url, used.access_token);
    passDays(179);
    expect((await own('GET', '/auth/me')).status).toBe(200);
    passDays(181);
    expect((await own('GET', '/auth/me')).status).toBe(401);
    expect((await refresh(used.refresh_token)).body.code).toBe('refresh_token_invalid');
    passDays(31);
    expect((await refresh(unused.refresh_token)).body.code).toBe('refresh_token_invalid');

    await removeEndedSessions(app.ctx.db, new Date(start + 36 * 24 * 60 * 60 * 1000));
    expect((await anonymous('POST', '/auth/refresh', { refresh_token: unused.refresh_token })).status).toBe(
      401,
    );
    passDays(30 - 1 / 24);
    expect((await refresh(unused.refresh_token)).status).toBe(200);
    await anonymous('POST', '/auth/logout', { refresh_token: unused.refresh_token });
    const left = () => app.ctx.db.selectFrom('session').select('id').where('user_id', '=', user.id).execute();
    expect(await left()).toHaveLength(3);
    await removeEndedSessions(app.ctx.db, new Date(start + 40 * 24 * 60 * 60 * 1000));
    expect(await left()).toHaveLength(2); // the one that was signed out; the third ends on its own much later
    app.clock.set(null);
  });

  test('logging out ends the session at once', async () => {
    const opened = (
      await caller(app.url)<Session>('POST', '/auth/login', { username: 'anna', password: anna.password })
    ).body.data;
    const own = caller(app.url, opened.access_token);
    const ended = await own('POST', '/auth/logout', { refresh_token: opened.refresh_token });
    expect(ended.status).toBe(200);
    expect(ended.headers.get('set-cookie')).toMatch(/^clublens_session=;.*1970/);
    expect((await own('GET', '/auth/me')).status).toBe(401);
    expect(
      (await caller(app.url)('POST', '/auth/refresh', { refresh_token: opened.refresh_token })).status,
    ).toBe(401);
  });

  test('a password change needs the current one and ends the other sessions', async () => {
    const anonymous = caller(app.url);
    const login = (password: string) =>
      anonymous<Session>('POST', '/auth/login', { username: 'anna', password });
    const here = caller(app.url, (await login(anna.password)).body.data.access_token);
    const there = caller(app.url, (await login(anna.password)).body.data.access_token);
    const wrong = await here('PUT', '/users/change-password', {
      current_password: 'nope nope',
      new_password: 'brand new one',
    });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Current password is incorrect']);
    expect(
      (
        await here('PUT', '/users/change-password', {
          current_password: anna.password,
          new_password: 'brand new one',
        })
      ).status,
    ).toBe(200);
    expect((await here('GET', '/auth/me')).status).toBe(200);
    expect((await there('GET', '/auth/me')).status).toBe(401);
    expect((await login(anna.password)).status).toBe(401);
    expect((await login('brand new one')).status).toBe(200);
  });

  test('an inactive user cannot sign in and loses running sessions', async () => {
    const admin = await createActor(app, ['admin']);
    const user = await createActor(app);
    expect((await admin.call('PUT', `/users/${user.id}`, { is_active: false })).status).toBe(200);
    expect((await user.call('GET', '/auth/me')).status).toBe(401);
    const refused = await caller(app.url)('POST', '/auth/login', {
      username: user.username,
      password: testPassword,
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'account_inactive']);
  });

  test.each([
    ['no algorithm', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x","exp":9999999999}')}.`],
    ['nonsense', 'abc.def.ghi'],
    ['a very long token', 'x'.repeat(10_000)],
  ])('a token with %s is refused', async (_name, token) => {
    expect((await caller(app.url, token)('GET', '/auth/me')).status).toBe(401);
  });
});
