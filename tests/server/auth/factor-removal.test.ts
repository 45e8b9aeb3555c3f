/** @module-tag long */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, lifetimes, minuteMs } from '#server/contract/lifetimes.ts';
import type { AccountFactors } from '#server/contract/schemas/second-factor.ts';
import { removeDueFactors } from '#server/features/accounts/auth/remove-factors-later.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { runOperatorAction } from '#server/operator/admin-commands.ts';
import {
  type Actor,
  type Answer,
  type Call,
  caller,
  createActor,
  testPassword,
} from '#tests/support/actors.ts';
import { giveCodes, givePasskey } from '#tests/support/factors.ts';
import { type MailApp, startMailApp, tokenIn } from '#tests/support/mail-app.ts';
import { world } from '#tests/support/world.ts';

let club: MailApp;
let app: MailApp['app'];
let anonymous: Call;
let admin: Actor;
let user: Actor;
beforeAll(async () => {
  club = await startMailApp();
  app = club.app;
  anonymous = caller(app.url);
});
afterAll(() => club.close());
world(async () => {
  admin = await createActor(app, ['admin'], 'chief');
  user = await createActor(app);
  await change(user, { email_verified_at: new Date() });
  await giveCodes(app, user.id);
  await club.deliver();
  return app;
});

const said = ({ status, body }: Answer<unknown>) => (body.code ? [status, body.code] : status);
const change = (who: Actor, set: { email_verified_at?: Date; is_active?: boolean; password_hash?: null }) =>
  app.ctx.db
    .updateTable('app_user')
    .set({ known_devices: ['', 'somewhere'], ...set })
    .where('id', '=', who.id)
    .execute();
const ask = (by = admin, of = user, removes_factors: unknown = true) =>
  by.call<{ url: string }>('POST', `/users/${of.id}/reset-link`, { removes_factors });
const stateOf = async (of = user, by = admin) =>
  (await by.call<AccountFactors>('GET', `/users/${of.id}/second-factor`)).body.data;
const login = (password = testPassword) =>
  anonymous<{ access_token: string }>('POST', '/auth/login', { username: user.username, password });
const me = async (call = user.call) =>
  (await call<{ factors_removed_at: string | null }>('GET', '/auth/me')).body.data?.factors_removed_at;
const wait = (ms: number) => app.clock.set(new Date(Date.now() + ms));
const aDayLater = async () => {
  wait(lifetimes.factorRemovalMs + minuteMs);
  await removeDueFactors(app.ctx);
};
const stopLinks = async () =>
  (await club.deliver())
    .filter(({ mail }) => mail.subject === 'Your second factor at Clublens will be removed')
    .map((received) => ({ to: received.to, token: tokenIn(received, '/keep-second-factor') }));
const stopBy = (token: string) => anonymous('POST', '/auth/second-factor/keep-by-link', { token });
const logged = async (of = user) =>
  (
    await app.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_name'])
      .where('target_id', '=', of.id)
      .where('action', '!=', 'user.reset_link')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ action, actor_name }) => [action, actor_name]);

const required = [401, 'second_factor_required'];

describe('an administrator who removes a lost second factor', () => {
  test('makes a link, and a day later signing in asks for the password alone', async () => {
    await givePasskey(app, user.id, 'photos.club.example');
    const link = await ask();
    expect(link.status).toBe(201);
    const { removed_at } = await stateOf();
    expect(await stateOf()).toEqual({ has_factors: true, removed_at, refused_until: null });
    const left = Date.parse(removed_at!) - Date.now();
    expect(left).toBeGreaterThan(dayMs - minuteMs);
    expect(left).toBeLessThanOrEqual(dayMs);
    expect(await me()).toBe(removed_at);
    const token = new URL(link.body.data.url).hash.slice(1);
    const check = await anonymous('POST', '/auth/reset-password/check', { token });
    expect(check.body.data).toEqual({ username: user.username, factors_removed_at: removed_at });
    const reset = { token, new_password: 'a brand new secret' };
    expect(said(await anonymous('POST', '/auth/reset-password', reset))).toEqual(required);

    wait(dayMs - minuteMs);
    await removeDueFactors(app.ctx);
    expect(said(await login('a brand new secret'))).toEqual(required);
    await aDayLater();
    expect((await user.call('GET', '/auth/me')).status).toBe(401);
    const opened = await login('a brand new secret');
    expect(opened.status).toBe(200);
    const call = caller(app.url, opened.body.data.access_token);
    expect((await call('GET', '/auth/second-factor')).body.data).toMatchObject({ since: null });
    expect((await call('GET', '/auth/passkeys')).body.data).toMatchObject({ passkeys: [] });
    expect(await me(call)).toBeNull();
    expect(await logged()).toEqual([
      ['user.factor_removal_asked', admin.username],
      ['user.second_factor_removed', admin.username],
      ['user.remove_passkey', admin.username],
    ]);
  });

  test('removes it at the sign-in that comes first, too', async () => {
    await ask();
    wait(dayMs);
    expect((await login()).status).toBe(200);
    await removeDueFactors(app.ctx);
    expect(await logged()).toEqual([
      ['user.factor_removal_asked', admin.username],
      ['user.second_factor_removed', admin.username],
    ]);
  });

  test('several processes, and sign-ins meanwhile, remove it once', async () => {
    await ask();
    wait(dayMs);
    const other = await app.serveAs({});
    const given = { username: user.username, password: testPassword };
    const answers = await Promise.all([
      removeDueFactors(app.ctx),
      caller(other)('POST', '/auth/login', given),
      removeDueFactors(app.ctx),
      login(),
    ]);
    expect([answers[1].status, answers[3].status]).toEqual([200, 200]);
    expect((await logged()).filter(([action]) => action === 'user.second_factor_removed')).toHaveLength(1);
  });

  test('tells the owner on the page and by mail, before and after; what was told is settled', async () => {
    await ask();
    expect(await stopLinks()).toHaveLength(1);
    await ask();
    expect(await stopLinks()).toEqual([]);
    const told = async () =>
      (
        await app.ctx.db
          .selectFrom('notification')
          .select(['kind', 'settled_at'])
          .where('user_id', '=', user.id)
          .where('kind', 'in', ['factor_removal_asked', 'second_factor_removed'])
          .orderBy('created_at')
          .execute()
      ).map(({ kind, settled_at }) => [kind, settled_at !== null]);
    expect(await told()).toEqual([['factor_removal_asked', false]]);
    await aDayLater();
    expect(await told()).toEqual([
      ['factor_removal_asked', true],
      ['second_factor_removed', false],
    ]);
    expect((await club.deliver()).map(({ mail }) => mail.subject)).toEqual([
      'Two-factor authentication is off at Clublens',
    ]);
  });

  test('is asked for the password again, and only for this', async () => {
    wait(lifetimes.recentPasswordMs + minuteMs);
    expect(said(await ask())).toEqual([403, 'reauthentication_required']);
    expect(await stateOf()).toMatchObject({ removed_at: null });
    expect(said(await ask(admin, user, false))).toBe(201);
    expect((await admin.call('POST', '/auth/confirm-password', { password: testPassword })).status).toBe(200);
    expect(said(await ask())).toBe(201);
  });

  test('never reaches a stronger role, nor the own account, nor one without a factor', async () => {
    const superuser = await createActor(app, ['superuser'], 'owner');
    for (const { id } of [superuser, admin]) await giveCodes(app, id);
    expect(said(await ask(admin, superuser))).toEqual([403, 'role_needs_superuser']);
    expect(said(await ask(admin, admin))).toEqual([409, 'own_account']);
    expect(said(await ask(admin, await createActor(app)))).toEqual([409, 'second_factor_missing']);
    expect(said(await ask(await createActor(app), user))).toEqual([403, 'forbidden']);
    expect(said(await ask(superuser, admin))).toBe(201);
    expect(said(await ask(await createActor(app, ['superuser']), superuser))).toBe(201);
    for (const wrong of ['yes', 1, {}, null])
      expect(said(await ask(admin, user, wrong))).toEqual([422, 'field_invalid']);
    const nobody = { ...user, id: '018f0000-0000-7000-8000-000000000000' };
    expect(said(await ask(admin, nobody))).toEqual([404, 'user_not_found']);
    expect(said(await admin.call('GET', `/users/${nobody.id}/second-factor`))).toEqual([
      404,
      'user_not_found',
    ]);
    expect(said(await user.call('GET', `/users/${user.id}/second-factor`))).toEqual([403, 'forbidden']);
    expect(await stateOf()).toMatchObject({ removed_at: null });
  });

  test('makes none for an account that is not active', async () => {
    await change(user, { is_active: false });
    expect(said(await ask())).toEqual([403, 'account_inactive']);
  });
});

describe('nothing is removed', () => {
  const isKept = async () => {
    await aDayLater();
    expect(await stateOf(user, await createActor(app, ['superuser']))).toMatchObject({
      has_factors: true,
      removed_at: null,
    });
    expect((await logged()).map(([action]) => action)).not.toContain('user.second_factor_removed');
  };
  const setRole = (who: Actor, role_name: 'admin' | 'superuser') =>
    app.ctx.db
      .insertInto('role_assignment')
      .values({ id: crypto.randomUUID(), user_id: who.id, role_name, club_id: null })
      .execute();

  test('where the account has a stronger role by then than who asked', async () => {
    await ask();
    await setRole(user, 'superuser');
    await isKept();
  });

  test('where who asked administrates no more', async () => {
    await ask();
    await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', admin.id).execute();
    await isKept();
  });

  test('where who asked was deactivated, or deleted', async () => {
    await ask();
    await change(admin, { is_active: false });
    await isKept();
    app.clock.set(null);
    const other = await createActor(app, ['admin']);
    expect(said(await ask(other))).toBe(201);
    await app.ctx.db.deleteFrom('app_user').where('id', '=', other.id).execute();
    expect((await login()).body.code).toBe('second_factor_required');
    await isKept();
  });

  test('where the account was deactivated meanwhile, also once it is active again', async () => {
    await ask();
    for (const is_active of [false, true])
      expect((await admin.call('PUT', `/users/${user.id}`, { is_active })).status).toBe(200);
    await isKept();
  });

  test('where the owner has made new factors, whatever became of the old ones', async () => {
    await ask();
    await app.ctx.db.deleteFrom('second_factor').where('user_id', '=', user.id).execute();
    const { secret } = (await user.call<{ secret: string }>('POST', '/auth/second-factor')).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await user.call('POST', '/auth/second-factor/confirm', { code })).status).toBe(200);
    expect(await logged()).toContainEqual(['user.factor_removal_stopped', user.username]);
    await isKept();
  });

  test('where new recovery codes were made', async () => {
    await ask();
    expect((await user.call('POST', '/auth/second-factor/recovery-codes')).status).toBe(200);
    await isKept();
  });

  test('where the owner signs in with the factor, even after the day', async () => {
    await app.ctx.db.deleteFrom('second_factor').where('user_id', '=', user.id).execute();
    const { secret } = (await user.call<{ secret: string }>('POST', '/auth/second-factor')).body.data;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = totp.generate();
    await user.call('POST', '/auth/second-factor/confirm', { code });
    await ask();
    const refused = (await login()) as unknown as { body: { params: { challenge: string } } };
    const later = Date.now() + 30_000;
    app.clock.set(new Date(later));
    const given = { challenge: refused.body.params.challenge, code: totp.generate({ timestamp: later }) };
    const opened = await anonymous('POST', '/auth/login', {
      username: user.username,
      password: testPassword,
      ...given,
    });
    expect(opened.status).toBe(200);
    await isKept();
  });

  test('and an account that is deleted takes its request along', async () => {
    await ask();
    await app.ctx.db.deleteFrom('app_user').where('id', '=', user.id).execute();
    await aDayLater();
    const left = await app.ctx.db
      .selectFrom('factor_removal')
      .where('user_id', '=', user.id)
      .select('id')
      .execute();
    expect(left).toEqual([]);
  });
});

describe('the owner stops it', () => {
  test('in any session, without the password; for a week nobody asks again, then they may', async () => {
    await ask();
    wait(hourMs);
    expect((await user.call('POST', '/auth/second-factor/keep')).status).toBe(200);
    expect(await me()).toBeNull();
    expect(await logged()).toContainEqual(['user.factor_removal_stopped', user.username]);
    app.clock.set(null);
    const again = await createActor(app, ['superuser']);
    for (const by of [admin, again]) expect(said(await ask(by))).toEqual([409, 'factor_removal_stopped']);
    const { refused_until } = await stateOf();
    expect(Date.parse(refused_until!)).toBeGreaterThan(Date.now() + 7 * dayMs);
    expect(said(await ask(admin, user, false))).toBe(201);
    await aDayLater();
    expect(said(await login())).toEqual(required);
    wait(7 * dayMs + 2 * hourMs);
    expect((await admin.call('POST', '/auth/confirm-password', { password: testPassword })).status).toBe(200);
    expect(await stateOf()).toMatchObject({ refused_until: null });
    expect(said(await ask())).toBe(201);
    // Nothing to stop does nothing.
    const other = await createActor(app);
    expect((await other.call('POST', '/auth/second-factor/keep')).status).toBe(200);
    expect(await logged(other)).toEqual([]);
  });

  test('by the mailed link, once; it is no password, and no other link is one', async () => {
    const made = await ask();
    const [link] = await stopLinks();
    expect(link!.to).toEqual([`${user.username}@example.org`]);
    expect(said(await anonymous('POST', '/auth/reset-password/check', { token: link!.token }))).toEqual([
      404,
      'token_not_found',
    ]);
    const resetToken = new URL(made.body.data.url).hash.slice(1);
    for (const forged of [resetToken, 'x', `${link!.token}x`, link!.token.slice(0, -1)])
      expect(said(await stopBy(forged))).toEqual([404, 'token_not_found']);
    for (const token of ['', 7, null]) expect((await stopBy(token as string)).status).toBe(422);
    expect(await me()).not.toBeNull();
    const stopped = await stopBy(link!.token);
    expect([stopped.status, stopped.body.data]).toEqual([200, { username: user.username }]);
    expect(said(await stopBy(link!.token))).toEqual([410, 'token_used']);
    await aDayLater();
    expect(said(await login())).toEqual(required);
  });

  test('by a link of this request alone: one from before does not stop the next', async () => {
    await ask();
    const [first] = await stopLinks();
    await stopBy(first!.token);
    wait(8 * dayMs);
    await admin.call('POST', '/auth/confirm-password', { password: testPassword });
    expect(said(await ask())).toBe(201);
    expect(said(await stopBy(first!.token))).toEqual([404, 'token_not_found']);
    const [second] = await stopLinks();
    expect((await stopBy(second!.token)).status).toBe(200);
  });

  test('although whoever asked set a new password, made ten links, changed the address and ended all sessions', async () => {
    const made = await ask();
    const [link] = await stopLinks();
    for (let count = 0; count < 11; count += 1) await ask(admin, user, false);
    const token = new URL((await ask(admin, user, false)).body.data.url).hash.slice(1);
    await anonymous('POST', '/auth/reset-password', { token, new_password: 'a brand new secret' });
    await admin.call('PUT', `/users/${user.id}`, { email: 'mine-now@example.org' });
    await admin.call('POST', `/users/${user.id}/end-sessions`);
    expect(made.status).toBe(201);
    expect((await stopBy(link!.token)).status).toBe(200);
    await aDayLater();
    expect(said(await login('a brand new secret'))).toEqual(required);
  });

  test('although the address was changed before: the old one gets the link too', async () => {
    await admin.call('PUT', `/users/${user.id}`, { email: `mine-${user.username}@example.org` });
    await ask();
    const links = await stopLinks();
    expect(links.map(({ to }) => to)).toEqual([[`${user.username}@example.org`]]);
    expect((await stopBy(links[0]!.token)).status).toBe(200);
  });

  test('by no mail where no address is confirmed', async () => {
    const other = await createActor(app);
    await giveCodes(app, other.id);
    expect(said(await ask(admin, other))).toBe(201);
    expect(await stopLinks()).toEqual([]);
    expect(await me(other.call)).not.toBeNull();
  });

  test('not after it was removed', async () => {
    await ask();
    const [link] = await stopLinks();
    await aDayLater();
    expect(said(await stopBy(link!.token))).toEqual([404, 'token_not_found']);
  });
});

test('an account without a password gets one by the link, and its passkeys are removed', async () => {
  const other = await createActor(app);
  await change(other, { password_hash: null });
  await givePasskey(app, other.id, 'old.club.example');
  const link = await ask(admin, other);
  const token = new URL(link.body.data.url).hash.slice(1);
  const opened = await anonymous('POST', '/auth/reset-password', {
    token,
    new_password: 'a brand new secret',
  });
  expect(opened.status).toBe(200);
  await aDayLater();
  expect(await stateOf(other)).toEqual({ has_factors: false, removed_at: null, refused_until: null });
});

test('what the server removes at once leaves no request', async () => {
  await ask();
  const { db, clock, bus, mail } = app.ctx;
  await runOperatorAction(
    { db, clock, bus, mail, jobs: createJobQueue() },
    { action: 'reset', username: user.username, now: true },
  );
  expect(await stateOf()).toEqual({ has_factors: false, removed_at: null, refused_until: null });
});
