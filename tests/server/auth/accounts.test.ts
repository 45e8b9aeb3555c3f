import { describe, expect, test } from 'vitest';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
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

  test('a username that looks like the address of another account does not take over its sign-in', async () => {
    const user = await createActor(app);
    const email = `${user.username}@example.org`;
    const squatter = { ...anna, username: email, email: 'squatter@example.org', password: 'another one' };
    const anonymous = caller(app.url);
    const refused = await anonymous('POST', '/auth/register', squatter);
    expect([refused.status, refused.body.code]).toEqual([409, 'username_taken']);
    // Older releases took it.
    const other = { ...squatter, username: 'squatter' };
    expect((await anonymous('POST', '/auth/register', other)).status).toBe(201);
    await app.ctx.db
      .updateTable('app_user')
      .set({ username: email, username_key: email })
      .where('username', '=', 'squatter')
      .execute();
    const login = async (username: string, password: string) =>
      (await anonymous<Session>('POST', '/auth/login', { username, password })).body.data?.user.id;
    expect(await login(email, testPassword)).toBe(user.id);
    expect(await login(squatter.email, squatter.password)).toEqual(expect.any(String));
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
