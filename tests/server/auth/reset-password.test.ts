import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  liveTokensMax,
  removeOldOneTimeTokens,
} from '#server/features/accounts/auth/one-time-tokens.repository.ts';
import { runOperatorAction } from '#server/operator/admin-commands.ts';
import { type Actor, caller, createActor } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let superuser: Actor;
let user: Actor;
beforeAll(async () => {
  admin = await createActor(app, ['admin'], 'chief');
  superuser = await createActor(app, ['superuser', 'admin'], 'owner');
});
beforeEach(async () => {
  app.clock.set(null);
  user = await createActor(app, [], 'forgetful');
});

const anonymous: ReturnType<typeof caller> = (...args) => caller(app.url)(...args);
const hourMs = 3_600_000;

async function makeLink(by: Actor, of: Actor) {
  const made = await by.call<{ url: string; expires_at: string }>('POST', `/users/${of.id}/reset-link`);
  return {
    status: made.status,
    code: made.body.code,
    token: new URL(made.body.data?.url ?? 'x:/#').hash.slice(1),
  };
}
const check = (token: string) =>
  anonymous<{ username: string }>('POST', '/auth/reset-password/check', { token });
const reset = (token: string, new_password = 'a brand new secret') =>
  anonymous<{ access_token: string; user: { id: string } }>('POST', '/auth/reset-password', {
    token,
    new_password,
  });

describe('a one-time link for a new password', () => {
  test('is looked at as often as one likes and spent once', async () => {
    const { status, token } = await makeLink(admin, user);
    expect(status).toBe(201);
    for (let i = 0; i < 10; i += 1)
      expect((await check(token)).body.data).toEqual({ username: user.username, factors_removed_at: null });
    const spent = await reset(token);
    expect([spent.status, spent.body.data.user.id]).toEqual([200, user.id]);
    const again = await reset(token);
    expect([again.status, again.body.code]).toEqual([410, 'token_used']);
    expect((await check(token)).body.code).toBe('token_used');
  });

  test('sets the password, signs in, and ends every session and every other link', async () => {
    const other = (await makeLink(admin, user)).token;
    const { token } = await makeLink(admin, user);
    const { body } = await reset(token, 'a brand new secret');
    expect((await user.call('GET', '/auth/me')).status).toBe(401);
    expect((await caller(app.url, body.data.access_token)('GET', '/auth/me')).status).toBe(200);
    const signIn = (password: string) =>
      anonymous('POST', '/auth/login', { username: user.username, password });
    expect((await signIn('a brand new secret')).status).toBe(200);
    expect((await reset(other)).body.code).toBe('token_revoked');
  });

  test('changes nothing when the new password is refused', async () => {
    const { token } = await makeLink(admin, user);
    expect((await reset(token, 'short')).status).toBe(422);
    expect((await check(token)).status).toBe(200);
  });

  test.each([
    ['Password1', 'password_too_common'],
    ['I am so FORGETFUL', 'password_holds_username'],
  ])('refuses the new password %j and can be used again', async (password, code) => {
    const { token } = await makeLink(admin, user);
    const { status, body } = await reset(token, password.replace('FORGETFUL', user.username.toUpperCase()));
    expect([status, body.code]).toEqual([422, code]);
    expect((await reset(token)).status).toBe(200);
  });

  test('ends after a day, and says so', async () => {
    const { token } = await makeLink(admin, user);
    app.clock.set(new Date(Date.now() + 24 * hourMs + 1_000));
    const late = await reset(token);
    expect([late.status, late.body.code]).toEqual([410, 'token_expired']);
    expect((await reset('never made')).body.code).toBe('token_not_found');
  });

  test('used twice at once works once', async () => {
    const { token } = await makeLink(admin, user);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => reset(token, `secret number ${i}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'token_used')).toHaveLength(7);
  });

  test('is not one of more than ten: the oldest ends', async () => {
    const tokens: string[] = [];
    for (let i = 0; i <= liveTokensMax; i += 1) tokens.push((await makeLink(admin, user)).token);
    expect((await check(tokens[0]!)).body.code).toBe('token_revoked');
    expect((await check(tokens[1]!)).status).toBe(200);
  });

  test('dies with a changed password and with a deactivated account', async () => {
    const { token } = await makeLink(admin, user);
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute();
    expect((await reset(token)).body.code).toBe('account_inactive');
    expect((await makeLink(admin, user)).code).toBe('account_inactive');
  });

  test('is made by administrators only, and never for a stronger role', async () => {
    expect((await makeLink(user, admin)).status).toBe(403);
    expect(await makeLink(admin, superuser)).toMatchObject({ status: 403, code: 'role_needs_superuser' });
    expect((await makeLink(superuser, admin)).status).toBe(201);
  });

  test('is written into the activity log without its token, and forgotten after a month', async () => {
    const { token } = await makeLink(admin, user);
    const log = await admin.call<{ entries: unknown[] }>('GET', `/audit?query=${user.username}`);
    expect(log.body.data.entries).toEqual([
      expect.objectContaining({ action: 'user.reset_link', actor_name: admin.username }),
    ]);
    expect(JSON.stringify(log.body)).not.toContain(token);
    await removeOldOneTimeTokens(app.ctx.db, new Date(Date.now() + 32 * 24 * hourMs));
    expect((await check(token)).body.code).toBe('token_not_found');
  });
});

describe('the operator’s commands', () => {
  test('make a link for a deactivated account too, by name or address', async () => {
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute();
    const answer = await runOperatorAction(app.ctx, {
      action: 'reset',
      username: user.username.toUpperCase(),
    });
    expect(answer.ok).toBe(true);
    expect((await reset(answer.path!.split('#')[1]!)).status).toBe(200);
    const byAddress = { action: 'reset' as const, username: `${user.username}@example.org` };
    expect((await runOperatorAction(app.ctx, byAddress)).ok).toBe(true);
  });

  test('mean the owner of an address, not an account whose username looks like it', async () => {
    const address = `${user.username}@example.org`;
    const impostor = await createActor(app, [], 'impostor');
    await app.ctx.db
      .updateTable('app_user')
      .set({ username: address, username_key: address })
      .where('id', '=', impostor.id)
      .execute();
    const granted = await runOperatorAction(app.ctx, { action: 'grant', username: address, role: 'admin' });
    expect(granted.message).toBe(`${user.username} now has the role admin.`);
    expect((await impostor.call('GET', '/users')).status).toBe(403);
  });

  test('give a role once and name what they do not know', async () => {
    const grant = { action: 'grant' as const, username: user.username, role: 'admin' as const };
    expect((await runOperatorAction(app.ctx, grant)).ok).toBe(true);
    expect((await user.call('GET', '/users')).status).toBe(200);
    expect(await runOperatorAction(app.ctx, grant)).toMatchObject({ ok: false });
    expect(await runOperatorAction(app.ctx, { action: 'reset', username: 'nobody here' })).toEqual({
      ok: false,
      message: 'There is no account "nobody here".',
    });
  });
});
