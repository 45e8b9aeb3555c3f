import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimitValues } from '#server/features/auth/rate-limits.ts';
import { removeEndedSessions } from '#server/features/auth/sessions.repository.ts';
import { caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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

describe('accounts', () => {
  test('registering signs in at once and gives three notices', async () => {
    const anonymous = caller(app.url);
    const { status, body, headers } = await anonymous<Session>('POST', '/auth/register', anna);
    expect(status).toBe(201);
    expect(body.data.user).toMatchObject({ full_name: 'Anna von Berg', roles: [], role: 'member' });
    expect(headers.get('set-cookie')).toMatch(/clublens_session=.*HttpOnly.*SameSite=Lax/);
    const own = caller(app.url, body.data.access_token);
    expect((await own<{ unread: number }>('GET', '/notifications/unread-count')).body.data.unread).toBe(3);
    expect((await own<{ username: string }>('GET', '/auth/me')).body.data.username).toBe('anna');
  });

  test('the same name or address in other letters is taken', async () => {
    const anonymous = caller(app.url);
    const taken = await anonymous('POST', '/auth/register', {
      ...anna,
      username: 'ANNA',
      email: 'b@example.org',
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'username_taken']);
    const address = await anonymous('POST', '/auth/register', {
      ...anna,
      username: 'anna2',
      email: 'Anna@Example.org',
    });
    expect([address.status, address.body.code]).toEqual([409, 'email_taken']);
  });

  test('twenty registrations of one name at once make one account', async () => {
    const anonymous = caller(app.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        anonymous('POST', '/auth/register', { ...anna, username: 'rush', email: `rush${i}@example.org` }),
      ),
    );
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(19);
  });

  test('validation names the field in the words of the specification', async () => {
    const { status, body } = await caller(app.url)('POST', '/auth/register', {
      username: 'ab',
      email: 'no',
      password: 'short',
      first_name: ' ',
    });
    expect(status).toBe(422);
    expect(body.detail).toEqual(
      expect.arrayContaining([
        { field: 'username', msg: 'Username must be at least 3 characters' },
        { field: 'email', msg: 'Please enter a valid email address' },
        { field: 'password', msg: 'Password must be at least 8 characters' },
        { field: 'first_name', msg: 'Full name is required' },
      ]),
    );
    const long = await caller(app.url)('POST', '/auth/register', {
      ...anna,
      username: 'x'.repeat(51),
      password: 'x'.repeat(129),
      first_name: 'x'.repeat(201),
    });
    expect(long.body.detail).toEqual([
      { field: 'username', msg: 'Must be at most 50 characters' },
      { field: 'password', msg: 'Password must be at most 128 characters' },
      { field: 'first_name', msg: 'Must be at most 200 characters' },
    ]);
  });

  test('signing in takes a form or JSON, a username or an address', async () => {
    const anonymous = caller(app.url);
    const form = await anonymous<Session>(
      'POST',
      '/auth/login',
      new URLSearchParams({ username: 'anna@EXAMPLE.org', password: anna.password }),
    );
    expect([form.status, form.body.data.token_type]).toEqual([200, 'bearer']);
    expect(
      (await anonymous('POST', '/auth/login/', { username: 'Anna', password: anna.password })).status,
    ).toBe(200);
  });

  test('a wrong password and an unknown name read the same', async () => {
    const anonymous = caller(app.url);
    const wrong = await anonymous('POST', '/auth/login', { username: 'anna', password: 'wrong one' });
    const unknown = await anonymous('POST', '/auth/login', { username: 'nobody', password: 'wrong one' });
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      401,
      'login_failed',
      unknown.body.message,
    ]);
    expect(unknown.status).toBe(401);
  });

  test('after ten wrong guesses the next is refused with Retry-After, for this account and address only', async () => {
    const victim = await createActor(app);
    const anonymous = caller(app.url);
    const guess = () =>
      anonymous('POST', '/auth/login', { username: victim.username, password: 'guess guess' });
    for (let i = 0; i < 10; i += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await createActor(app);
    expect(
      (await anonymous('POST', '/auth/login', { username: other.username, password: testPassword })).status,
    ).toBe(200);
  });

  test('guesses by username and by address are guesses at one account', async () => {
    const victim = await createActor(app);
    const guess = async (username: string) =>
      (await caller(app.url)('POST', '/auth/login', { username, password: 'guess guess' })).status;
    for (let i = 0; i < 10; i += 1)
      expect(await guess(i % 2 ? victim.username : `${victim.username}@example.org`)).toBe(401);
    expect([await guess(victim.username), await guess(`${victim.username}@example.org`)]).toEqual([429, 429]);
  });

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

  test('nobody takes the sign-in of another by a username that looks like their address', async () => {
    const user = await createActor(app);
    const email = `${user.username}@example.org`;
    const squatter = { ...anna, username: email, email: 'squatter@example.org', password: 'another one' };
    const anonymous = caller(app.url);
    expect((await anonymous('POST', '/auth/register', squatter)).status).toBe(201);
    const login = async (username: string, password: string) =>
      (await anonymous<Session>('POST', '/auth/login', { username, password })).body.data?.user.id;
    expect(await login(email, testPassword)).toBe(user.id);
    expect(await login(squatter.email, squatter.password)).toEqual(expect.any(String));
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

  test('a page of another site cannot change anything', async () => {
    const user = await createActor(app);
    const foreign = await user.call(
      'PUT',
      '/users/profile',
      { full_name: 'Mallory' },
      { Origin: 'https://evil.example' },
    );
    expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden']);
    const cookieOnly = await caller(app.url)(
      'PUT',
      '/users/profile',
      { full_name: 'Mallory' },
      { Cookie: `clublens_session=${user.token}` },
    );
    expect(cookieOnly.status).toBe(401);
  });

  test('unknown paths and unreadable bodies are answered in JSON', async () => {
    const user = await createActor(app);
    expect((await user.call('GET', '/nothing/here')).body).toMatchObject({
      success: false,
      code: 'not_found',
    });
    const broken = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":',
    });
    expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([400, 'bad_request']);
    const large = await user.call('POST', '/clubs', { name: 'x'.repeat(300_000) });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
  });

  test('one address cannot make accounts without end', async () => {
    const { points } = rateLimitValues.registrationsPerAddress;
    const counted = Array.from({ length: points }, () =>
      app.ctx.rateLimits.limitRequests('register', '127.0.0.1'),
    );
    await Promise.allSettled(counted); // some were used up by the tests above
    const { status, body, headers } = await caller(app.url)('POST', '/auth/register', {
      ...anna,
      username: 'one-more',
      email: 'one-more@example.org',
    });
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([
      429,
      'too_many_attempts',
      true,
    ]);
  });
});
