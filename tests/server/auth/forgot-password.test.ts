/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countingQueries } from '#server/db/query-counter.ts';
import { forgotPassword } from '#server/features/accounts/auth/forgot-password.ts';
import { createRateLimits, rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { type Actor, caller, createActor } from '#tests/support/actors.ts';
import { type MailApp, startMailApp, tokenIn } from '#tests/support/mail-app.ts';
import { startTestApp } from '#tests/support/test-app.ts';

let club: MailApp;
let user: Actor;
beforeAll(async () => {
  club = await startMailApp();
});
afterAll(() => club.close());
beforeEach(async () => {
  club.app.clock.set(null);
  Object.assign(club.app.ctx.rateLimits, createRateLimits());
  await club.app.ctx.db.deleteFrom('mail_outbox').execute();
  user = await createActor(club.app, [], 'forgetful');
});

const hourMs = 3_600_000;
const anonymous: ReturnType<typeof caller> = (...args) => caller(club.app.url)(...args);
const address = (of: Actor) => `${of.username}@example.org`;
const forgot = (login: string, language?: string) =>
  anonymous('POST', '/auth/forgot-password', { login, ...(language ? { language } : {}) });
const check = (token: string) => anonymous('POST', '/auth/reset-password/check', { token });
const reset = (token: string) =>
  anonymous('POST', '/auth/reset-password', { token, new_password: 'a brand new secret' });
const linkFor = async (login: string) => {
  await forgot(login);
  return tokenIn((await club.deliverAll())[0], 'https://photos.club.example/reset-password');
};
const account = () =>
  club.app.ctx.db.selectFrom('app_user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();

describe('a forgotten password', () => {
  test.each(['address', 'username'])('is set anew through a mail, asked for by %s', async (by) => {
    const token = await linkFor(by === 'address' ? address(user).toUpperCase() : user.username);
    for (let i = 0; i < 10; i += 1) expect((await check(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).body.code).toBe('token_used');
    const signIn = { username: user.username, password: 'a brand new secret' };
    expect((await anonymous('POST', '/auth/login', signIn)).status).toBe(200);
  });

  test('leaves the old password in force until the link is used', async () => {
    await linkFor(user.username);
    expect((await user.call('GET', '/auth/me')).status).toBe(200);
  });

  test('comes in the language of the account, or else of the page', async () => {
    await forgot(address(user), 'de');
    expect((await club.deliverAll())[0]!.mail.subject).toBe('Ein neues Passwort für Clublens');
    await club.app.ctx.db.updateTable('app_user').set({ language: 'en' }).where('id', '=', user.id).execute();
    await forgot(address(user), 'de');
    expect((await club.deliverAll())[0]!.mail.subject).toBe('A new password for Clublens');
  });

  test('names the installation as its administrators do', async () => {
    const administrator = await createActor(club.app, ['admin']);
    await administrator.call('PUT', '/settings', { name: 'TSV Nord {{x}} Fotos' });
    await forgot(address(user));
    const { mail } = (await club.deliverAll())[0]!;
    expect(mail.subject).toBe('A new password for TSV Nord {{x}} Fotos');
    expect(mail.text).toContain('TSV Nord {{x}} Fotos, the photos of your club.');
    expect(mail.html).toContain('TSV Nord {{x}} Fotos, the photos of your club.');
  });

  test('ends its link after two hours, and says so', async () => {
    const token = await linkFor(user.username);
    club.app.clock.set(new Date(Date.now() + 2 * hourMs + 1_000));
    expect((await check(token)).body.code).toBe('token_expired');
  });

  test('ends its link with a changed password, and says so', async () => {
    const token = await linkFor(user.username);
    await user.call('PUT', '/users/change-password', {
      current_password: 'correct horse battery',
      new_password: 'another secret of mine',
    });
    expect((await check(token)).body.code).toBe('token_revoked');
  });

  test('confirms the address it was mailed to, and not one that was chosen later', async () => {
    const early = await linkFor(user.username);
    await club.app.ctx.db
      .updateTable('app_user')
      .set({ email: 'other@example.org', email_key: 'other@example.org' })
      .where('id', '=', user.id)
      .execute();
    const late = await linkFor(user.username);
    await reset(early);
    expect((await account()).email_verified_at).toBeNull();
    expect((await reset(late)).body.code).toBe('token_revoked');
    await reset(await linkFor(user.username));
    expect((await account()).email_verified_at).not.toBeNull();
  });
});

describe('a name that is not known', () => {
  test('gets the same answer, no mail, and is not kept', async () => {
    const [known, unknown] = [await forgot(address(user)), await forgot('stranger@example.org')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect((await club.deliverAll()).map(({ to }) => to)).toEqual([[address(user)]]);
    const rows = await club.app.ctx.db.selectFrom('mail_outbox').select('recipient').execute();
    expect(rows).toEqual([{ recipient: address(user) }]);
  });

  test('costs the same statements as one that is known', async () => {
    const { db, taken } = countingQueries(club.app.ctx.db);
    const statements = async (login: string) => {
      await forgotPassword({ ...club.app.ctx, db, addressIsShared: false, clientAddress: 'here' }, { login });
      return taken();
    };
    const known = await statements(address(user));
    expect(known).toBeGreaterThan(1);
    expect(await statements('stranger@example.org')).toBe(known);
  });

  test('of a deactivated account gets no mail either', async () => {
    await club.app.ctx.db
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', user.id)
      .execute();
    expect((await forgot(address(user))).status).toBe(202);
    expect(await club.deliverAll()).toEqual([]);
  });

  test('is limited as one that is known', async () => {
    const { points } = rateLimitValues.forgottenPasswordsPerLogin;
    const answers = async (login: string) => {
      const codes: number[] = [];
      for (let i = 0; i <= points; i += 1) codes.push((await forgot(login)).status);
      return codes;
    };
    const expected = [...Array.from({ length: points }, () => 202), 429];
    expect(await answers(address(user))).toEqual(expected);
    expect(await answers('stranger@example.org')).toEqual(expected);
  });
});

test('one network asks for a limited number of mails, whatever it types', async () => {
  const { points } = rateLimitValues.forgottenPasswordsPerAddress;
  const answers = await Promise.all(
    Array.from({ length: points + 1 }, (_, i) => forgot(`name${i}@example.org`)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test.each([
  ['no mail server', undefined],
  ['no address for links', { from: 'photos@club.example', publicUrl: null }],
])('with %s the call is refused, and the page knows', async (_why, mail) => {
  const app = await startTestApp(mail ? { mail } : {});
  const call = caller(app.url);
  const refused = await call('POST', '/auth/forgot-password', { login: 'admin' });
  expect([refused.status, refused.body.code]).toEqual([409, 'mail_not_set_up']);
  expect((await call<{ mail: boolean }>('GET', '/settings/public')).body.data.mail).toBe(false);
  expect(await app.ctx.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
  await app.close();
});

test('one account gets a limited number of mails, by whichever name they are asked for, and nobody is told', async () => {
  const { points } = rateLimitValues.forgottenPasswordsPerLogin;
  const logins = Array.from({ length: 2 * points - 1 }, (_, i) => (i % 2 ? address(user) : user.username));
  const answers = await Promise.all(logins.map((login) => forgot(login)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(await club.deliverAll()).toHaveLength(points);
});
