/** @module-tag long */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
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
import { type MailApp, startMailApp, tokenIn } from '#tests/support/mail-app.ts';

let club: MailApp;
let app: MailApp['app'];
/** Behind a proxy, which says where visitors are. */
let proxied: string;
let anonymous: Call;
beforeAll(async () => {
  club = await startMailApp();
  app = club.app;
  proxied = await app.serveAs({ trustProxyHops: 1 });
  anonymous = caller(app.url);
});
afterAll(() => club.close());

const stepMs = 30_000;
/** The middle of a step. */
const start = Math.ceil(Date.now() / stepMs) * stepMs + stepMs / 2;
const at = (steps: number) => app.clock.set(new Date(start + steps * stepMs));

let user: Actor;
beforeEach(async () => {
  at(0);
  user = await createActor(app);
  await app.ctx.db
    .updateTable('app_user')
    .set({ email_verified_at: new Date(), known_devices: ['', 'somewhere'] })
    .where('id', '=', user.id)
    .execute();
  await club.deliver();
});

type Setup = { url: string; secret: string };
type Codes = { recovery_codes: string[] };
type Opened = { access_token: string };
/** What an app with the secret shows in a step from the start of the tests. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: start + step * stepMs });
const said = ({ status, body }: Answer<unknown>) => (body.code ? [status, body.code] : status);
const begin = async (who: Call) => (await who<Setup>('POST', '/auth/second-factor')).body.data;
const confirm = (who: Call, code: string) => who<Codes>('POST', '/auth/second-factor/confirm', { code });

/** Sets up codes for an account, by the code of the start. */
async function setUp(who = user) {
  const { secret } = await begin(who.call);
  const { recovery_codes } = (await confirm(who.call, codeOf(secret))).body.data;
  return { secret, codes: recovery_codes };
}
type Given = { challenge?: unknown; code?: unknown; password?: string };
const login = (given: Given = {}, { who = user, call = anonymous, from = '' } = {}) =>
  call<Opened>(
    'POST',
    '/auth/login',
    { username: who.username, password: testPassword, ...given },
    from ? { 'X-Forwarded-For': from } : {},
  );
const challengeOf = ({ body }: Answer<unknown>) =>
  (body as unknown as { params: { challenge: string } }).params.challenge;
const challenge = async (options?: Parameters<typeof login>[1]) => challengeOf(await login({}, options));
const signIn = async (code: string) => said(await login({ challenge: await challenge(), code }));

const required = [401, 'second_factor_required'];
const incorrect = [401, 'second_factor_incorrect'];
const expired = [401, 'second_factor_expired'];

describe('codes of an app', () => {
  test('are asked for after the password once the set-up is confirmed', async () => {
    const { url, secret } = await begin(user.call);
    expect(url).toBe(
      `otpauth://totp/Clublens:${user.username}?issuer=Clublens&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(said(await login())).toBe(200);
    expect(said(await confirm(user.call, '000000'))).toEqual(incorrect);
    expect(said(await login())).toBe(200);
    const { recovery_codes } = (await confirm(user.call, codeOf(secret))).body.data;
    expect(recovery_codes).toHaveLength(10);
    expect(said(await login())).toEqual(required);
    at(1);
    const answer = await login({ challenge: await challenge(), code: codeOf(secret, 1) });
    expect(answer.status).toBe(200);
    expect((await caller(app.url, answer.body.data.access_token)('GET', '/auth/me')).status).toBe(200);
    expect((await user.call('GET', '/auth/second-factor')).body.data).toEqual({
      since: new Date(start).toISOString(),
      recovery_codes_left: 10,
    });
  });

  test('are accepted one step early or late, not two, and each once', async () => {
    const { secret } = await setUp();
    expect(await signIn(codeOf(secret, 0))).toEqual(incorrect); // spent by the set-up
    at(10);
    expect(await signIn(codeOf(secret, 8))).toEqual(incorrect);
    expect(await signIn(codeOf(secret, 12))).toEqual(incorrect);
    expect(await signIn(codeOf(secret, 9))).toBe(200);
    expect(await signIn(codeOf(secret, 9))).toEqual(incorrect);
    expect(await signIn(` ${codeOf(secret, 11).slice(0, 3)} ${codeOf(secret, 11).slice(3)}`)).toBe(200);
    // Of steps before the one that was accepted last, none counts any more.
    expect(await signIn(codeOf(secret, 10))).toEqual(incorrect);
  });

  test('open one session where one comes several times at the same moment', async () => {
    const { secret } = await setUp();
    at(1);
    const challenges = [await challenge(), await challenge(), await challenge()];
    const code = codeOf(secret, 1);
    const answers = await Promise.all(
      challenges.map(async (each) => said(await login({ challenge: each, code }))),
    );
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer !== 200)).toEqual([incorrect, incorrect]);
  });

  test('are limited: ten wrong ones from one address, then none is looked at, for a while', async () => {
    const { secret } = await setUp();
    at(1);
    const one = await challenge();
    const answers: unknown[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      answers.push(said(await login({ challenge: one, code: '000000' })));
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(incorrect));
    expect(answers.slice(10)).toEqual(Array(2).fill([429, 'too_many_attempts']));
    const right = { challenge: one, code: codeOf(secret, 1) };
    expect(said(await login(right))).toEqual([429, 'too_many_attempts']);
    // The right password does not begin the count anew, and other accounts are not locked.
    await login();
    expect(said(await login(right))).toEqual([429, 'too_many_attempts']);
    const other = await createActor(app);
    expect(said(await login({}, { who: other }))).toBe(200);
  });

  test('say so where the secret of the server was changed; recovery codes still work', async () => {
    const { secret, codes } = await setUp();
    at(1);
    const { tokens } = app.ctx;
    const changed = caller(
      await app.serveAs({
        tokens: { ...tokens, secondFactorSecret: createTokenSigner('x'.repeat(40)).secondFactorSecret },
      }),
    );
    const code = codeOf(secret, 1);
    const answer = await login({ challenge: await challenge(), code }, { call: changed });
    expect(said(answer)).toEqual([409, 'second_factor_unreadable']);
    expect(said(await login({ challenge: await challenge(), code: codes[0] }, { call: changed }))).toBe(200);
  });

  test('leave nothing in the database to make codes of', async () => {
    const { secret } = await setUp();
    const { secret_hash } = await app.ctx.db
      .selectFrom('second_factor')
      .select('secret_hash')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(Secret.fromBase32(secret).bytes)).not.toEqual(secret_hash.subarray(0, 20));
    expect(secret_hash).toHaveLength(32);
  });
});

describe('a challenge', () => {
  let secret: string;
  beforeEach(async () => {
    ({ secret } = await setUp());
    at(1);
  });
  const withCode = (given: Given, options?: Parameters<typeof login>[1]) =>
    login({ code: codeOf(secret, 1), ...given }, options);

  test('stays usable after a wrong code, and is spent by the right one', async () => {
    const one = await challenge();
    expect(said(await withCode({ challenge: one, code: '123' }))).toEqual(incorrect);
    expect(said(await withCode({ challenge: one }))).toBe(200);
    at(2);
    expect(said(await withCode({ challenge: one, code: codeOf(secret, 2) }))).toEqual(expired);
  });

  test('ends after five minutes, and leaves no row before it is answered', async () => {
    const answered = () => app.ctx.db.selectFrom('answered_challenge').select('id').orderBy('id').execute();
    const before = await answered();
    const one = await challenge();
    const minutes = lifetimes.challengeMs / stepMs;
    at(1 + minutes);
    expect(said(await withCode({ challenge: one, code: codeOf(secret, 1 + minutes) }))).toEqual(expired);
    expect(await answered()).toEqual(before);
    const code = codeOf(secret, 1 + minutes);
    expect(said(await withCode({ challenge: await challenge(), code }))).toBe(200);
    expect(await answered()).toHaveLength(before.length + 1);
  });

  test('is good for its account and address alone', async () => {
    const other = await createActor(app);
    at(0);
    const theirs = await setUp(other);
    at(1);
    const code = codeOf(theirs.secret, 1);
    expect(said(await login({ challenge: await challenge(), code }, { who: other }))).toEqual(expired);
    const [here, there] = ['203.0.113.7', '203.0.113.8'];
    const call = caller(proxied);
    const one = await challenge({ call, from: here });
    expect(said(await withCode({ challenge: one }, { call, from: there }))).toEqual(expired);
    expect(said(await withCode({ challenge: one }, { call, from: here }))).toBe(200);
  });

  test('is worth nothing without the password; a code without a challenge is not looked at', async () => {
    const one = await challenge();
    expect(said(await withCode({ challenge: one, password: 'not this one' }))).toEqual([401, 'login_failed']);
    expect(said(await withCode({}))).toEqual(required);
    expect(said(await withCode({ challenge: 7, code: {} }))).toEqual(required);
    expect(said(await withCode({ challenge: 'made-up' }))).toEqual(expired);
    const ofPasskeys = await app.ctx.tokens.signChallenge('passkey-sign-in', 'anybody', app.ctx.clock.now());
    expect(said(await withCode({ challenge: ofPasskeys }))).toEqual(expired);
  });
});

test('accounts without a second factor, and unknown ones, are answered as before, whatever is sent', async () => {
  for (const extra of [{}, { challenge: 'x', code: '123456' }, { challenge: 5, code: [] }]) {
    expect(said(await login(extra))).toBe(200);
    expect(said(await login({ ...extra, password: 'not this one' }))).toEqual([401, 'login_failed']);
    const unknown = { ...user, username: 'nobody-at-all' };
    expect(said(await login(extra, { who: unknown }))).toEqual([401, 'login_failed']);
  }
  await setUp();
  const wrong = await login({ password: 'not this one' });
  const nobody = await login({}, { who: { ...user, username: 'nobody-at-all' } });
  const words = ({ body: { code, message, detail } }: typeof wrong) => [code, message, detail];
  expect(words(nobody)).toEqual(words(wrong));
  expect(JSON.stringify(wrong.body)).not.toContain('challenge');
});

describe('recovery codes', () => {
  test('sign in once each, however they are typed; the owner is told how many are left', async () => {
    const { codes } = await setUp();
    await club.deliver();
    expect(codes[0]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(await signIn(codes[0]!)).toBe(200);
    expect(await signIn(codes[0]!)).toEqual(incorrect);
    expect(await signIn(codes[1]!.toUpperCase().replaceAll('-', ' '))).toBe(200);
    expect(await signIn(`${codes[2]!.slice(0, -1)}1`)).toEqual(incorrect);
    expect(await signIn(codes[2]!.slice(0, 4) + codes[3]!.slice(4))).toEqual(incorrect);
    expect(await told()).toEqual([
      ['recovery_code_used', { count: 8 }],
      ['recovery_code_used', { count: 9 }],
      ['second_factor_added', {}],
    ]);
    expect((await club.deliver()).map(({ mail }) => mail.subject)).toEqual(
      Array(2).fill('A recovery code was used at Clublens'),
    );
  });

  test('open one session where one comes twice at the same moment', async () => {
    const { codes } = await setUp();
    const challenges = [await challenge(), await challenge()];
    const answers = await Promise.all(
      challenges.map(async (each) => said(await login({ challenge: each, code: codes[0] }))),
    );
    expect(answers).toHaveLength(2);
    expect(answers).toContain(200);
    expect(answers).toContainEqual(incorrect);
  });

  test('are replaced by new ones', async () => {
    const { codes } = await setUp();
    const { recovery_codes } = (await user.call<Codes>('POST', '/auth/second-factor/recovery-codes')).body
      .data;
    expect(await signIn(codes[0]!)).toEqual(incorrect);
    expect(await signIn(recovery_codes[9]!)).toBe(200);
    expect((await told()).map(([kind]) => kind)).toContain('recovery_codes_renewed');
  });
});

async function told(): Promise<[string, unknown][]> {
  const { body } = await user.call<{ notifications: { kind: string; params: unknown }[] }>(
    'GET',
    '/notifications',
  );
  return body.data.notifications
    .filter(({ kind }) => /second_factor|recovery/.test(kind))
    .map(({ kind, params }): [string, unknown] => [kind, params])
    .sort(
      ([one, a], [other, b]) =>
        one.localeCompare(other) || JSON.stringify(a).localeCompare(JSON.stringify(b)),
    );
}
const logged = async () =>
  (
    await app.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_name'])
      .where('target_id', '=', user.id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_name }) => [action, actor_name]);

describe('changing the second factor', () => {
  test('needs the password in an open session, and changes nothing without', async () => {
    const reauthentication = [403, 'reauthentication_required'];
    const wait = (minutes: number) => app.clock.set(new Date(Date.now() + minutes * 60_000));
    const opened = (await login()).body.data.access_token;
    const call = caller(app.url, opened);
    const { secret } = await begin(call);
    wait(11);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: app.ctx.clock.now().getTime(),
    });
    expect(said(await call('POST', '/auth/second-factor'))).toEqual(reauthentication);
    expect(said(await confirm(call, code))).toEqual(reauthentication);
    expect(said(await login())).toBe(200);
    await call('POST', '/auth/confirm-password', { password: testPassword });
    expect(said(await confirm(call, code))).toBe(200);
    wait(22);
    expect(said(await call('DELETE', '/auth/second-factor'))).toEqual(reauthentication);
    expect(said(await call('POST', '/auth/second-factor/recovery-codes'))).toEqual(reauthentication);
    expect(said(await login())).toEqual(required);
  });

  test('ends the other sessions, and is told on the page, by mail and in the activity log', async () => {
    const other = caller(app.url, (await login()).body.data.access_token);
    const { secret } = await setUp();
    expect((await other('GET', '/auth/me')).status).toBe(401);
    at(1);
    const again = await login({ challenge: await challenge(), code: codeOf(secret, 1) });
    const second = caller(app.url, again.body.data.access_token);
    expect((await user.call('DELETE', '/auth/second-factor')).status).toBe(200);
    expect((await second('GET', '/auth/me')).status).toBe(401);
    expect((await user.call('GET', '/auth/me')).status).toBe(200);
    expect(said(await login())).toBe(200);
    expect((await told()).map(([kind]) => kind)).toEqual(['second_factor_added', 'second_factor_removed']);
    expect((await club.deliver()).map(({ to, mail }) => [to, mail.subject])).toEqual([
      [[`${user.username}@example.org`], 'Two-factor authentication is on at Clublens'],
      [[`${user.username}@example.org`], 'Two-factor authentication is off at Clublens'],
    ]);
    expect(await logged()).toEqual([
      ['user.second_factor_added', user.username],
      ['user.second_factor_removed', user.username],
    ]);
  });

  test('is refused where it makes no sense', async () => {
    const missing = [409, 'second_factor_missing'];
    expect(said(await confirm(user.call, '123456'))).toEqual(missing);
    expect(said(await user.call('POST', '/auth/second-factor/recovery-codes'))).toEqual(missing);
    expect(said(await user.call('DELETE', '/auth/second-factor'))).toEqual(missing);
    const { secret } = await begin(user.call);
    expect(said(await user.call('POST', '/auth/second-factor/recovery-codes'))).toEqual(missing);
    const later = await begin(user.call);
    expect(said(await confirm(user.call, codeOf(secret)))).toEqual(incorrect);
    const both = await Promise.all([1, 2].map(() => confirm(user.call, codeOf(later.secret))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(said(await user.call('POST', '/auth/second-factor'))).toEqual([409, 'second_factor_exists']);
    expect(said(await confirm(user.call, codeOf(later.secret)))).toEqual([409, 'second_factor_exists']);
  });

  test('waits for nobody: a sign-in that proved the password before it opens no session after it', async () => {
    const { matches } = app.ctx.passwords;
    let setUpMeanwhile: Promise<unknown> | undefined;
    const passwords = {
      ...app.ctx.passwords,
      matches: async (...given: Parameters<typeof matches>) => {
        const right = await matches(...given);
        setUpMeanwhile ??= setUp();
        await setUpMeanwhile;
        return right;
      },
    };
    const call = caller(await app.serveAs({ passwords }));
    expect(said(await login({}, { call }))).toEqual(required);
  });
});

describe('a lost password', () => {
  const reset = (token: string) =>
    anonymous<Opened>('POST', '/auth/reset-password', { token, new_password: 'a brand new secret' });

  test('is replaced by a mailed link, which leaves the second factor', async () => {
    const { secret } = await setUp();
    await club.deliver();
    await anonymous('POST', '/auth/forgot-password', { login: user.username });
    const [mail] = await club.deliverAll();
    const answer = await reset(tokenIn(mail, 'reset-password'));
    expect(said(answer)).toEqual(required);
    at(1);
    const given = { challenge: challengeOf(answer), code: codeOf(secret, 1) };
    expect(said(await login(given))).toEqual([401, 'login_failed']);
    expect(said(await login({ ...given, password: 'a brand new secret' }))).toBe(200);
  });

  const onServer = (now?: boolean) => {
    const { db, clock, bus, mail } = app.ctx;
    const request = { action: 'reset' as const, username: user.username, ...(now ? { now } : {}) };
    return runOperatorAction({ db, clock, bus, mail, jobs: createJobQueue() }, request);
  };
  const linkOf = ({ path }: { path?: string }) => path!.split('#')[1]!;

  test('is replaced on the server, which leaves it too unless told otherwise', async () => {
    expect((await onServer()).message).not.toContain('Two-factor');
    await setUp();
    const kept = await onServer();
    expect(kept.message).toMatch(/^Two-factor authentication stays on.*--now.*\n/);
    expect(said(await reset(linkOf(kept)))).toEqual(required);
  });

  test('and a lost phone are replaced on the server at once; the owner is told', async () => {
    await setUp();
    await club.deliver();
    const removed = await onServer(true);
    expect(removed.message).toMatch(/^Two-factor authentication is off now/);
    expect((await user.call('GET', '/auth/me')).status).toBe(401);
    expect(await logged()).toContainEqual(['user.second_factor_removed', 'server console']);
    expect((await club.deliver()).map(({ mail }) => mail.subject)).toEqual([
      'Two-factor authentication is off at Clublens',
    ]);
    expect(said(await reset(linkOf(removed)))).toBe(200);
    expect((await onServer(true)).message).not.toContain('Two-factor');
  });
});

test('the account takes it along: its own data say since when, and it is deleted with the account', async () => {
  const { secret } = await setUp();
  await login();
  await createActor(app, ['superuser', 'admin']);
  const { readOwnData } = await import('#server/features/accounts/users/own-data.repository.ts');
  const own = await readOwnData(app.ctx.db, user.id);
  expect(own.two_factor_authentication).toEqual([{ since: new Date(start) }]);
  expect(JSON.stringify(own)).not.toContain(secret);
  await app.ctx.db.deleteFrom('app_user').where('id', '=', user.id).execute();
  for (const table of ['second_factor', 'recovery_code'] as const)
    expect(
      await app.ctx.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute(),
    ).toEqual([]);
});
