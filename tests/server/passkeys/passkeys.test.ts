/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countLimits } from '#server/contract/count-limits.ts';
import { pageHeader } from '#server/contract/page-header.ts';
import type {
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyList,
  PasskeyRequest,
} from '#server/contract/schemas/passkeys.ts';
import { removeAnsweredChallenges } from '#server/features/accounts/auth/answered-challenges.repository.ts';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { relyingPartyAt } from '#server/features/accounts/passkeys/relying-party.ts';
import { newId } from '#server/ids.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { runOperatorAction } from '#server/operator/admin-commands.ts';
import { type Actor, type Call, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { Authenticator, type Deviation } from '#tests/support/authenticator.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** PUBLIC_URL of the server. */
const origin = 'https://photos.club.example';
const rpId = 'photos.club.example';
const page = { [pageHeader]: '1' };
type Opened = { access_token: string; user: { id: string } };

let club: MailApp;
let app: TestApp;
let user: Actor;
let key: Authenticator;
let visitor: Call;

beforeAll(async () => {
  club = await startMailApp(origin);
  app = club.app;
  visitor = caller(app.url);
});
afterAll(() => club.close());
beforeEach(async () => {
  user = await createActor(app);
  key = new Authenticator(origin);
});
afterEach(() => app.clock.set(null));

const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const failed = [403, 'passkey_failed'];
const wait = (minutes: number) => app.clock.set(new Date(Date.now() + minutes * 60_000));
const begin = async <T>(call: Call, path: string) =>
  (await call<T>('POST', `/auth/passkeys${path}/options`)).body.data;
const beginAdd = (call = user.call) => begin<PasskeyCreation>(call, '');
const beginSignIn = () => begin<PasskeyRequest>(visitor, '/sign-in');
const send = (answer: PasskeyAnswer) => visitor<Opened>('POST', '/auth/passkeys/sign-in', answer, page);
const signIn = async (deviation: Deviation = {}, by = key) => send(by.get(await beginSignIn(), deviation));
const list = async (call = user.call) => (await call<PasskeyList>('GET', '/auth/passkeys')).body.data;
const signInByPassword = async (actor = user) =>
  (await visitor<Opened>('POST', '/auth/login', { username: actor.username, password: testPassword }, page))
    .body.data;
const as = ({ access_token }: Opened) => caller(app.url, access_token);

interface Adding {
  actor?: Actor;
  by?: Authenticator;
}
const add = async (deviation: Deviation = {}, { actor = user, by = key }: Adding = {}) =>
  actor.call('POST', '/auth/passkeys', by.create(await beginAdd(actor.call), deviation));
async function addKey(options?: Adding): Promise<void> {
  const { status, body } = await add({}, options);
  if (status !== 201) throw new Error(`${status} ${body.code}`);
}

test('a passkey is added, listed without its secrets, and signs in by itself', async () => {
  const creation = await beginAdd();
  expect(creation).toMatchObject({
    rp: { id: rpId, name: 'Clublens' },
    user: { name: user.username, displayName: expect.any(String) },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(Buffer.from(creation.user.id, 'base64url')).toHaveLength(32);
  expect((await user.call('POST', '/auth/passkeys', key.create(creation))).status).toBe(201);
  const { passkeys, user_handle } = await list();
  expect(user_handle).toBe(creation.user.id);
  expect(passkeys).toEqual([
    {
      id: expect.any(String),
      name: 'Passkey',
      rp_id: rpId,
      is_for_this_address: true,
      credential_id: key.credentialId,
      created_at: expect.any(String),
      last_used_at: null,
    },
  ]);

  const request = await beginSignIn();
  expect(request).toMatchObject({ rpId, userVerification: 'required' });
  expect(request.allowCredentials).toBeUndefined();
  const { status, body } = await send(key.get(request));
  expect([status, body.data.user.id]).toEqual([200, user.id]);
  expect((await as(body.data)('GET', '/auth/me')).status).toBe(200);
  expect((await list()).passkeys[0]?.last_used_at).toEqual(expect.any(String));
  // A second one is for the same account; the first is not made twice on one device.
  expect((await beginAdd()).user.id).toBe(user_handle);
  expect((await beginAdd()).excludeCredentials).toEqual([
    { id: key.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
  ]);
});

test('a passkey is called what its owner likes, and nobody else’s is', async () => {
  await addKey();
  const [passkey] = (await list()).passkeys;
  const rename = (name: string, actor = user) =>
    actor.call('PUT', `/auth/passkeys/${passkey?.id}`, { name }).then(said);
  expect(await rename('  My phone ')).toEqual([200, undefined]);
  expect((await list()).passkeys[0]?.name).toBe('My phone');
  expect(await rename(' ')).toEqual([422, 'field_invalid']);
  expect(await rename('x'.repeat(61))).toEqual([422, 'field_invalid']);
  expect(await rename('Mine now', await createActor(app))).toEqual([404, 'passkey_not_found']);
  expect((await list()).passkeys[0]?.name).toBe('My phone');
  expect((await signIn()).status).toBe(200);
});

test('two passkeys of one account each sign in, and go on after a new password', async () => {
  const second = new Authenticator(origin);
  second.counter = 7;
  await addKey();
  await addKey({ by: second });
  const change = { current_password: testPassword, new_password: `new ${testPassword}` };
  expect((await user.call('PUT', '/users/change-password', change)).status).toBe(200);
  for (const by of [key, second, key, second]) expect((await signIn({}, by)).status).toBe(200);
});

describe('signing in is refused', () => {
  beforeEach(() => addKey());
  afterEach(async () => {
    // Nothing that was refused has opened a session or moved the passkey.
    const { passkeys } = await list(as(await signInByPassword()));
    expect(passkeys.every(({ last_used_at }) => last_used_at === null)).toBe(true);
  });
  const flip = (text: string, at = -4) => {
    const bytes = Buffer.from(text, 'base64url');
    const index = bytes.length + at;
    bytes.writeUInt8((bytes[index] ?? 0) ^ 1, index);
    return bytes.toString('base64url');
  };
  const changed = async (response: Partial<PasskeyAnswer['response']>) => {
    const honest = key.get(await beginSignIn());
    return send({ ...honest, response: { ...honest.response, ...response } });
  };
  const deviations: Record<string, Deviation | (() => Deviation)> = {
    'from a page of another origin': { origin: 'https://photos.club.example.evil.example' },
    'from the same host over plain http': { origin: 'http://photos.club.example' },
    'from another port of the host': { origin: `${origin}:8443` },
    'from a host below it': { origin: 'https://a.photos.club.example' },
    'for another relying party': { rpId: 'club.example' },
    'by what was made for adding one': { type: 'webauthn.create' },
    'without user verification': { isVerified: false },
    'without anybody present': { isPresent: false },
    'with a challenge nobody gave': () => ({ challenge: randomBytes(32).toString('base64url') }),
    'with an empty challenge': { challenge: '' },
    'without the handle of its account': { userHandle: undefined },
    'with the handle of nobody': () => ({ userHandle: randomBytes(32).toString('base64url') }),
    'with an unknown passkey': () => ({ credentialId: randomBytes(16).toString('base64url') }),
    'inside a page of another origin': {
      clientData: { crossOrigin: true, topOrigin: 'https://evil.example' },
    },
  };
  test.each(Object.entries(deviations))('%s', async (_name, deviation) => {
    expect(said(await signIn(typeof deviation === 'function' ? deviation() : deviation))).toEqual(failed);
  });

  test('with a challenge of another server, for another purpose, or too old', async () => {
    const now = new Date();
    const encode = (token: string) => Buffer.from(token).toString('base64url');
    const foreign = createTokenSigner('another secret of another server, 32+ bytes');
    const challenges = [
      await foreign.signChallenge('passkey-sign-in', 'anybody', now),
      await app.ctx.tokens.signChallenge('passkey-add', 'anybody', now),
      await app.ctx.tokens.signChallenge('passkey-confirm', 'anybody', now),
      await app.ctx.tokens.signChallenge('passkey-sign-in', 'somebody', now),
      await app.ctx.tokens.signAccess({ userId: user.id, sessionId: newId() }),
    ];
    for (const token of challenges) expect(said(await signIn({ challenge: encode(token) }))).toEqual(failed);
    const late = key.get(await beginSignIn());
    wait(5.1);
    expect(said(await send(late))).toEqual(failed);
  });

  test('with a signature, data or client data that were changed', async () => {
    const { response } = key.get(await beginSignIn());
    const clientData = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as object;
    const longer = Buffer.from(JSON.stringify({ ...clientData, extra: 1 })).toString('base64url');
    for (const part of [
      { signature: flip(response.signature) },
      { signature: flip(response.signature, -30) },
      { authenticatorData: flip(response.authenticatorData, -1) },
      { authenticatorData: response.authenticatorData.slice(0, 20) },
      { clientDataJSON: longer },
      { clientDataJSON: Buffer.from('{').toString('base64url') },
      { signature: new Authenticator(origin).get(await beginSignIn()).response.signature },
    ])
      expect(said(await changed(part))).toEqual(failed);
  });

  test('with the passkey of somebody else under the own name, and the other way round', async () => {
    const other = await createActor(app);
    const otherKey = new Authenticator(origin);
    await addKey({ actor: other, by: otherKey });
    const { user_handle } = await list();
    expect(said(await signIn({ userHandle: user_handle ?? '' }, otherKey))).toEqual(failed);
    expect(said(await signIn({ credentialId: key.credentialId }, otherKey))).toEqual(failed);
    expect(
      said(await signIn({ credentialId: key.credentialId, userHandle: user_handle ?? '' }, otherKey)),
    ).toEqual(failed);
  });

  test('with a passkey that was removed, or is for an address from before', async () => {
    const [passkey] = (await list()).passkeys;
    await app.ctx.db
      .updateTable('passkey')
      .set({ rp_id: 'old.example' })
      .where('user_id', '=', user.id)
      .execute();
    expect((await list()).passkeys[0]).toMatchObject({ rp_id: 'old.example', is_for_this_address: false });
    expect(said(await signIn())).toEqual(failed);
    expect((await beginAdd()).excludeCredentials).toEqual([]);
    expect((await user.call('DELETE', `/auth/passkeys/${passkey?.id}`)).status).toBe(200);
    expect(said(await signIn())).toEqual(failed);
    expect((await list()).passkeys).toEqual([]);
  });

  test('while the account is not active', async () => {
    const setActive = (is_active: boolean) =>
      app.ctx.db.updateTable('app_user').set({ is_active }).where('id', '=', user.id).execute();
    await setActive(false);
    expect(said(await signIn())).toEqual([403, 'account_inactive']);
    await setActive(true);
  });
});

test('an answer signs in once, also when it comes several times at once or to several processes', async () => {
  await addKey();
  const answer = key.get(await beginSignIn());
  const other = caller(await app.serveAs({}));
  const answers = await Promise.all([
    send(answer),
    other('POST', '/auth/passkeys/sign-in', answer),
    send(answer),
    other('POST', '/auth/passkeys/sign-in', answer),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  expect(said(await send(answer))).toEqual(failed);
  // What was answered is forgotten once it could not be answered again.
  const rows = () => app.ctx.db.selectFrom('answered_challenge').select('id').execute();
  await removeAnsweredChallenges(app.ctx.db, new Date());
  expect((await rows()).length).toBeGreaterThan(0);
  await removeAnsweredChallenges(app.ctx.db, new Date(Date.now() + 6 * 60_000));
  expect(await rows()).toEqual([]);
});

test('whoever owns the server removes all passkeys of an account, and its owner is told', async () => {
  await addKey();
  await club.deliver();
  const { db, clock, bus, mail } = app.ctx;
  const reset = (now: boolean) =>
    runOperatorAction(
      { db, clock, bus, mail, jobs: createJobQueue() },
      { action: 'reset', username: user.username, now },
    );
  expect((await reset(false)).message).not.toContain('passkeys');
  expect(said(await signIn())[0]).toBe(200);
  expect((await reset(true)).message).toContain('Its passkeys are removed');
  expect(said(await signIn())).toEqual(failed);
  expect((await user.call('GET', '/auth/me')).status).toBe(401);
  expect((await reset(true)).message).not.toContain('passkeys');
});

test('a counter that does not grow is refused: the passkey was copied', async () => {
  key.counter = 40;
  await addKey();
  expect((await signIn()).status).toBe(200);
  for (const counter of [0, 39, 41]) expect(said(await signIn({ counter }))).toEqual(failed);
  expect((await signIn({ counter: 43 })).status).toBe(200);
  const twice = key.get(await beginSignIn(), { counter: 50 });
  const again = key.get(await beginSignIn(), { counter: 50 });
  const answers = await Promise.all([send(twice), send(again)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('wrong answers are counted, as wrong passwords are', async () => {
  await addKey();
  const answers: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) answers.push((await signIn({ isVerified: false })).status);
  expect(answers[0]).toBe(403);
  expect(answers.at(-1)).toBe(429);
});

test('signing in while the passkey is removed opens no session that stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    await addKey();
    const [passkey] = (await list()).passkeys;
    const answer = key.get(await beginSignIn());
    const [opened, removed] = await Promise.all([
      send(answer),
      user.call('DELETE', `/auth/passkeys/${passkey?.id}`),
    ]);
    expect(removed.status).toBe(200);
    if (opened.status === 200) expect((await as(opened.body.data)('GET', '/auth/me')).status).toBe(401);
    else expect(said(opened)).toEqual(failed);
  }
});

describe('adding is refused', () => {
  afterEach(async () => {
    const { n } = await app.ctx.db
      .selectFrom('passkey')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(n).toBe(0);
  });
  const deviations: Record<string, Deviation> = {
    'from another origin': { origin: 'https://evil.example' },
    'for another relying party': { rpId: 'evil.example' },
    'with an answer of another kind': { type: 'webauthn.get' },
    'without user verification': { isVerified: false },
    'without anybody present': { isPresent: false },
    'with a challenge nobody gave': { challenge: randomBytes(32).toString('base64url') },
    'with another kind of key': { algorithm: -47 },
  };
  test.each(Object.entries(deviations))('%s', async (_name, deviation) => {
    expect(said(await add(deviation))).toEqual([422, 'passkey_not_added']);
  });

  test('with the challenge of another session, of somebody else, too old, or for signing in', async () => {
    const here = as(await signInByPassword());
    const other = await createActor(app);
    const request = await beginSignIn();
    for (const creation of [
      await beginAdd(here),
      await beginAdd(other.call),
      { ...(await beginAdd()), challenge: request.challenge },
    ])
      expect(said(await user.call('POST', '/auth/passkeys', key.create(creation)))).toEqual([
        422,
        'passkey_not_added',
      ]);
    const late = key.create(await beginAdd());
    wait(5.1);
    expect(said(await user.call('POST', '/auth/passkeys', late))).toEqual([422, 'passkey_not_added']);
  });

  test('without the password of the last ten minutes, at both steps', async () => {
    const here = as(await signInByPassword());
    const made = key.create(await beginAdd(here));
    wait(10.1);
    const refused = [403, 'reauthentication_required'];
    expect(said(await here('POST', '/auth/passkeys/options'))).toEqual(refused);
    expect(said(await here('POST', '/auth/passkeys', made))).toEqual(refused);
    // A client of the specification is asked too.
    expect(said(await user.call('POST', '/auth/passkeys/options'))).toEqual(refused);
  });

  test('in a session that ended, and without one', async () => {
    const opened = await signInByPassword();
    const made = key.create(await beginAdd(as(opened)));
    await user.call('POST', '/auth/sessions/end-others');
    expect((await as(opened)('POST', '/auth/passkeys', made)).status).toBe(401);
    expect((await visitor('POST', '/auth/passkeys', made)).status).toBe(401);
  });

  test('where the passkey belongs to another account', async () => {
    await addKey({ actor: await createActor(app) });
    expect(said(await add())).toEqual([409, 'passkey_exists']);
  });
});

test('what was made is added once, and there is an end to how many', async () => {
  const made = key.create(await beginAdd());
  expect((await user.call('POST', '/auth/passkeys', made)).status).toBe(201);
  expect(said(await user.call('POST', '/auth/passkeys', made))).toEqual([422, 'passkey_not_added']);
  while ((await list()).passkeys.length < countLimits.passkeysMax)
    await addKey({ by: new Authenticator(origin) });
  expect(said(await user.call('POST', '/auth/passkeys/options'))).toEqual([409, 'passkeys_enough']);
});

test('adding and removing end the other sessions and are told on the page, by mail and in the activity log', async () => {
  await app.ctx.db
    .updateTable('app_user')
    .set({ email_verified_at: new Date() })
    .where('id', '=', user.id)
    .execute();
  const kinds = async (call: Call) =>
    (await call<{ notifications: { kind: string }[] }>('GET', '/notifications')).body.data.notifications
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('passkey'));
  const subjects = async () => (await club.deliver()).map(({ to, mail }) => [to, mail.subject]);
  const told = (subject: string) => [[[`${user.username}@example.org`], subject]];
  await club.deliver();

  let other = as(await signInByPassword());
  await addKey();
  expect((await other('GET', '/auth/me')).status).toBe(401);
  expect(await kinds(user.call)).toEqual(['passkey_added']);
  expect(await subjects()).toEqual(told('A passkey was added to your account at Clublens'));

  other = as((await signIn()).body.data);
  const [passkey] = (await list()).passkeys;
  expect(said(await (await createActor(app)).call('DELETE', `/auth/passkeys/${passkey?.id}`))).toEqual([
    404,
    'passkey_not_found',
  ]);
  expect((await user.call('DELETE', `/auth/passkeys/${passkey?.id}`)).status).toBe(200);
  expect((await other('GET', '/auth/me')).status).toBe(401);
  expect(await kinds(user.call)).toEqual(expect.arrayContaining(['passkey_added', 'passkey_removed']));
  expect((await subjects()).flat()).toContain('A passkey was removed from your account at Clublens');
  expect(said(await user.call('DELETE', `/auth/passkeys/${passkey?.id}`))).toEqual([
    404,
    'passkey_not_found',
  ]);

  const log = await app.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'params'])
    .where('target_id', '=', user.id)
    .where('action', 'like', '%passkey')
    .orderBy('created_at')
    .execute();
  expect(log).toEqual([
    { action: 'user.add_passkey', params: { device: 'Passkey' } },
    { action: 'user.remove_passkey', params: { device: 'Passkey' } },
  ]);
});

describe('where the password is asked again', () => {
  const refused = [403, 'reauthentication_required'];
  const beginConfirm = (call: Call) => begin<PasskeyRequest>(call, '/confirm');
  const endOthers = (call: Call) => call('POST', '/auth/sessions/end-others');
  let here: Call;
  beforeEach(async () => {
    await addKey();
    here = as(await signInByPassword());
    wait(10.1);
    expect(said(await endOthers(here))).toEqual(refused);
  });

  test('a passkey of the account counts as much, in this session alone', async () => {
    const request = await beginConfirm(here);
    expect(request.allowCredentials).toEqual([
      { id: key.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    // An authenticator that was told which passkeys may answer may leave out whose they are.
    const answer = key.get(request, { userHandle: undefined });
    expect((await here('POST', '/auth/passkeys/confirm', answer)).status).toBe(200);
    expect(said(await here('POST', '/auth/passkeys/confirm', answer))).toEqual(failed);
    expect(said(await endOthers(user.call))).toEqual(refused);
    expect((await endOthers(here)).status).toBe(200);
  });

  test('nobody else’s does, nor an answer to another session or for signing in', async () => {
    const other = await createActor(app);
    const otherKey = new Authenticator(origin);
    app.clock.set(null);
    await addKey({ actor: other, by: otherKey });
    wait(10.1);
    const request = await beginConfirm(here);
    for (const answer of [
      otherKey.get(request),
      key.get(await beginConfirm(user.call)),
      key.get(await beginSignIn()),
      key.get(request, { isVerified: false }),
      key.get(request, { origin: 'https://evil.example' }),
    ])
      expect(said(await here('POST', '/auth/passkeys/confirm', answer))).toEqual(failed);
    expect(said(await endOthers(here))).toEqual(refused);
    expect((await visitor('POST', '/auth/passkeys/confirm', key.get(request))).status).toBe(401);
  });
});

test.each([
  ['no PUBLIC_URL', null],
  ['an IP address', 'https://192.168.1.20'],
  ['an IPv6 address', 'https://[fd00::1]'],
  ['plain http', 'http://photos.club.example'],
])('with %s passkeys are not offered, and those from before can be removed', async (_name, publicUrl) => {
  await addKey();
  const url = await app.serveAs({ publicUrl: publicUrl as string });
  const here = caller(url, user.token);
  const settings = (await here<{ passkey_origin: string | null }>('GET', '/settings/public')).body.data;
  expect(settings.passkey_origin).toBeNull();
  for (const path of ['', '/sign-in', '/confirm'])
    expect(said(await here('POST', `/auth/passkeys${path}/options`))).toEqual([409, 'passkeys_not_offered']);
  expect(said(await here('POST', '/auth/passkeys/sign-in', key.get(await beginSignIn())))).toEqual([
    409,
    'passkeys_not_offered',
  ]);
  const [passkey] = (await list(here)).passkeys;
  expect(passkey).toMatchObject({ rp_id: rpId, is_for_this_address: false });
  expect((await here('DELETE', `/auth/passkeys/${passkey?.id}`)).status).toBe(200);
});

test('after a move they sign in at the new address, from pages of that one alone, as long as the former is named', async () => {
  await addKey();
  const moved = 'https://fotos.verein.example';
  const url = await app.serveAs({ publicUrl: moved, relyingParty: relyingPartyAt(moved, origin) });
  const there = caller(url);
  const signInThere = async (deviation: Deviation) => {
    const request = await begin<PasskeyRequest>(there, '/sign-in');
    expect(request.rpId).toBe(rpId);
    return there('POST', '/auth/passkeys/sign-in', key.get(request, deviation), page);
  };
  expect((await signInThere({ origin: moved })).status).toBe(200);
  expect(said(await signInThere({ origin }))).toEqual(failed);
  const related = await fetch(`${url}/.well-known/webauthn`);
  expect(await related.json()).toEqual({ origins: [moved] });
  const forgotten = caller(await app.serveAs({ publicUrl: moved }), user.token);
  expect((await list(forgotten)).passkeys).toMatchObject([{ rp_id: rpId, is_for_this_address: false }]);
});

test('localhost is an address for passkeys', async () => {
  const url = await app.serveAs({ publicUrl: 'http://localhost:8000' });
  const local = new Authenticator('http://localhost:8000');
  const here = caller(url, user.token);
  expect((await here('POST', '/auth/passkeys', local.create(await beginAdd(here)))).status).toBe(201);
});

test('they go with the account', async () => {
  await createActor(app, ['admin']);
  await addKey();
  expect((await user.call('POST', '/users/profile/delete', { password: testPassword })).status).toBe(200);
  expect(said(await signIn())).toEqual(failed);
  expect(
    await app.ctx.db.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute(),
  ).toEqual([]);
});
