import { beforeAll, expect, test } from 'vitest';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
beforeAll(async () => {
  admin = await createActor(app, ['admin']);
});

const account = (password: string) => ({
  username: 'goalkeeper',
  email: 'goalkeeper@example.org',
  first_name: 'Gerda',
  last_name: 'Keller',
  password,
});

test.each([
  ['Password1', 'password_too_common'],
  ['        ', 'password_too_common'],
  ['the GoalKeeper 7', 'password_holds_username'],
])('the new password %j is refused at its field, wherever it comes in', async (password, code) => {
  for (const [call, path] of [
    [caller(app.url), '/auth/register'],
    [admin.call, '/users'],
    [admin.call, '/users/photographers'],
  ] as const) {
    const { status, body } = await call('POST', path, account(password));
    expect([path, status, body.code]).toEqual([path, 422, code]);
    expect(body.detail).toEqual([{ field: 'password', msg: body.message }]);
  }
  const own = {
    current_password: testPassword,
    new_password: password.replace(/goalkeeper/i, admin.username),
  };
  const { status, body } = await admin.call('PUT', '/users/change-password', own);
  expect([status, body.code]).toEqual([422, code]);
  expect(body.detail).toEqual([{ field: 'new_password', msg: body.message }]);
});

test('passwords that are in use stay good, however weak', async () => {
  const { id, username } = await createActor(app);
  const password_hash = await app.ctx.passwords.hash('password');
  await app.ctx.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute();
  const signIn = await caller(app.url)('POST', '/auth/login', { username, password: 'password' });
  expect(signIn.status).toBe(200);
});
