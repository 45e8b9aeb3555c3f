/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  findIdentityOf,
  insertIdentity,
} from '#server/features/people/oidc/external-identities.repository.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import {
  clientId,
  type Deviation,
  HostileProvider,
  publicUrl,
  type Signing,
} from '#tests/support/hostile-openid-provider.ts';
import { ProviderVisitor } from '#tests/support/sign-in-elsewhere.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const evil = new HostileProvider();
let url: string;
let victim: Actor;
let subject: string;
let visitor: ProviderVisitor;

beforeAll(async () => {
  await evil.start();
  url = await app.serveAs({ publicUrl, provider: evil.provider() });
});
afterAll(() => evil.close());
beforeEach(async () => {
  evil.deviation = {};
  victim = await createActor(app);
  subject = `victim of ${victim.username}`;
  await connect(victim, subject);
  visitor = new ProviderVisitor(url);
});

const issuer = () => new URL(evil.issuer).href;
const connect = (actor: Actor, sub: string) =>
  app.ctx.db
    .transaction()
    .execute((trx) => insertIdentity(trx, actor.id, { issuer: issuer(), subject: sub }, new Date()));
const sessionsOf = ({ id }: Actor) =>
  app.ctx.db
    .selectFrom('session')
    .select(['id', 'revoked_at', 'expires_at'])
    .where('user_id', '=', id)
    .where('external_identity_id', 'is not', null)
    .execute();
const accounts = async () =>
  (await app.ctx.db.selectFrom('app_user').select('id').execute()).map(({ id }) => id).sort();

/** Neither a session nor an account nor a connection came of it. */
async function expectNothing(before: string[]): Promise<void> {
  expect(await sessionsOf(victim)).toEqual([]);
  expect(await accounts()).toEqual(before);
}
const seconds = () => Math.floor(Date.now() / 1_000);

test('an honest answer signs in: the cases below fail for no other reason', async () => {
  await visitor.visit(evil, subject);
  const { status, body } = await visitor.signIn();
  expect([status, body.data.user.id]).toEqual([200, victim.id]);
});

describe('an ID token is refused', () => {
  test.each<[string, () => Deviation]>([
    ['without a signature', () => ({ trick: 'none' })],
    ['whose signature was cut off', () => ({ trick: 'cut off' })],
    ['changed after it was signed', () => ({ trick: 'changed after signing' })],
    ['signed with HS256 and the public key', () => ({ trick: 'public key as secret' })],
    ['signed with HS256 and the secret of the client', () => ({ trick: 'client secret' })],
    ['signed by a foreign key that calls itself the right one', () => ({ by: 'foreign', kid: 'own' })],
    ['signed by a foreign key', () => ({ by: 'foreign' })],
    ['signed by a foreign key without a name', () => ({ by: 'foreign', kid: undefined })],
    ['signed by an unknown key', () => ({ kid: 'unknown' })],
    ['signed with an algorithm that was not announced', () => ({ alg: 'RS512' })],
    ['signed with PS256 by a key for RS256', () => ({ alg: 'PS256' })],
    ['that is missing', () => ({ idToken: null })],
    ['that is none', () => ({ idToken: 'no token' })],
    ['that is empty', () => ({ idToken: '' })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://other.example' } })],
    ['of an issuer that begins alike', () => ({ claims: { iss: `${evil.issuer}.example` } })],
    ['without an issuer', () => ({ claims: { iss: undefined } })],
    ['for another client', () => ({ claims: { aud: 'somebody else' } })],
    ['for many without saying for whom', () => ({ claims: { aud: [clientId, 'other'] } })],
    ['for many, authorised for another', () => ({ claims: { aud: [clientId, 'other'], azp: 'other' } })],
    ['authorised for another', () => ({ claims: { azp: 'other' } })],
    ['for nobody', () => ({ claims: { aud: [] } })],
    ['without an audience', () => ({ claims: { aud: undefined } })],
    ['that has expired', () => ({ claims: { exp: seconds() - 120, iat: seconds() - 420 } })],
    ['without an end', () => ({ claims: { exp: undefined } })],
    ['without a beginning', () => ({ claims: { iat: undefined } })],
    ['that is not valid yet', () => ({ claims: { nbf: seconds() + 3_600 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['with an empty subject', () => ({ claims: { sub: '' } })],
    ['with a number as subject', () => ({ claims: { sub: 7 } })],
    ['with a list as subject', () => ({ claims: { sub: [subject] } })],
    ['with an endless subject', () => ({ claims: { sub: 'x'.repeat(256) } })],
    ['of a refused code', () => ({ tokenStatus: 400 })],
  ])('%s', async (_name, deviation) => {
    evil.deviation = deviation();
    const before = await accounts();
    await visitor.visit(evil, subject);
    const { status, body } = await visitor.signIn();
    expect([status, body.code]).toEqual([403, 'oidc_failed']);
    await expectNothing(before);
  });

  test('changed so that it names the victim', async () => {
    evil.deviation = { trick: 'changed after signing', claims: { sub: 'attacker' } };
    await connect(await createActor(app), 'attacker');
    const before = await accounts();
    await visitor.visit(evil, 'attacker');
    expect((await visitor.signIn()).body.code).toBe('oidc_failed');
    await expectNothing(before);
  });
});

describe('an answer in the address is refused', () => {
  const cases: [string, (query: URLSearchParams) => URLSearchParams | Promise<URLSearchParams>][] = [
    ['with another state', (query) => changed(query, { state: 'another' })],
    ['without a state', (query) => changed(query, { state: null })],
    ['with the state twice', (query) => new URLSearchParams(`${query}&state=${query.get('state')}`)],
    ['of another issuer', (query) => changed(query, { iss: 'https://other.example' })],
    ['without an issuer, which was announced', (query) => changed(query, { iss: null })],
    ['with another code', (query) => changed(query, { code: randomBytes(16).toString('hex') })],
    ['without a code', (query) => changed(query, { code: null })],
    ['with the code twice', (query) => new URLSearchParams(`${query}&code=${query.get('code')}`)],
    ['with an error beside the code', (query) => changed(query, { error: 'server_error' })],
    ['with an ID token beside the code', (query) => changed(query, { response: 'a.b.c', code: null })],
    [
      'with the code of another sign-in',
      async () => evil.authorize(await new ProviderVisitor(url).begin(), subject),
    ],
    [
      'with the code of another sign-in under the own state',
      async (query) => {
        const other = evil.authorize(await new ProviderVisitor(url).begin(), subject);
        return changed(query, { code: other.get('code') });
      },
    ],
  ];
  test.each(cases)('%s', async (_name, change) => {
    const before = await accounts();
    const query = await change(evil.authorize(await visitor.begin(), subject));
    await visitor.comeBack(query);
    expect((await visitor.signIn()).body.code).toBe('oidc_failed');
    await expectNothing(before);
  });

  test('that comes twice, though the provider takes a code again', async () => {
    evil.deviation = { forgetsCodes: true };
    const query = evil.authorize(await visitor.begin(), subject);
    const asked = new Map(visitor.cookies);
    await visitor.comeBack(query);
    expect((await visitor.signIn()).status).toBe(200);
    for (const [name, value] of asked) visitor.cookies.set(name, value);
    await visitor.comeBack(query);
    expect((await visitor.signIn()).body.code).toBe('oidc_failed');
    expect(await sessionsOf(victim)).toHaveLength(1);
  });

  test('in a browser that has not asked', async () => {
    const before = await accounts();
    const query = evil.authorize(await visitor.begin(), subject);
    const other = new ProviderVisitor(url);
    await other.comeBack(query);
    expect((await other.signIn()).body.code).toBe('oidc_failed');
    await expectNothing(before);
  });

  test('after ten minutes', async () => {
    const before = await accounts();
    const query = evil.authorize(await visitor.begin(), subject);
    app.clock.set(new Date(Date.now() + 11 * 60_000));
    try {
      await visitor.comeBack(query);
      expect((await visitor.signIn()).body.code).toBe('oidc_failed');
    } finally {
      app.clock.set(null);
    }
    await expectNothing(before);
  });

  test('with a cookie that was made elsewhere, or is of another kind', async () => {
    const before = await accounts();
    await visitor.visit(evil, 'somebody else');
    const [[name = '', sealed = ''] = []] = [...visitor.cookies];
    const forged = [
      sealed.slice(0, -2),
      await app.ctx.tokens.seal('provider-asked', { proved: { subject } }, 60_000, new Date()),
      await app.ctx.tokens.signChallenge('passkey-sign-in', 'anybody', new Date()),
      'x',
    ];
    for (const value of forged) {
      visitor.cookies.set(name, value);
      expect((await visitor.signIn()).body.code).toBe('oidc_failed');
    }
    await expectNothing(before);
  });

  test('a second time on the page: an answer opens one session', async () => {
    await visitor.visit(evil, subject);
    const kept = new Map(visitor.cookies);
    expect((await visitor.signIn()).status).toBe(200);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.signIn()).body.code).toBe('oidc_failed');
    expect(await sessionsOf(victim)).toHaveLength(1);
  });
});

const changed = (query: URLSearchParams, changes: Record<string, string | null>) => {
  const result = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === null) result.delete(name);
    else result.set(name, value);
  return result;
};

describe('who somebody is, only issuer and subject say', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['the confirmed address of another account', () => ({ email: addressOf(victim), email_verified: true })],
    [
      'the unconfirmed address of another account',
      () => ({ email: addressOf(victim), email_verified: false }),
    ],
    ['its address in capitals', () => ({ email: addressOf(victim).toUpperCase(), email_verified: true })],
    ['an address confirmed by a text', () => ({ email: addressOf(victim), email_verified: 'true' })],
    ['its username', () => ({ preferred_username: victim.username })],
    ['its id', () => ({ id: victim.id, user_id: victim.id })],
  ])('a stranger with %s gets no account', async (_name, claims) => {
    evil.deviation = { claims: claims() };
    const before = await accounts();
    await visitor.visit(evil, `stranger ${victim.id}`);
    expect((await visitor.signIn()).body.code).toBe('oidc_account_missing');
    const { body } = await visitor.answer();
    expect(body.data).toMatchObject({ is_new: true, is_email_confirmed: false });
    const answer = await visitor.register({
      username: `new${victim.username}`,
      email: addressOf(victim),
      first_name: 'New',
    });
    expect(answer.body.code).toBe('email_taken');
    await expectNothing(before);
  });

  test.each<[string, (subject: string) => string]>([
    ['in capitals', (sub) => sub.toUpperCase()],
    ['with a space at its end', (sub) => `${sub} `],
    ['that begins alike', (sub) => `${sub}2`],
    ['with a zero byte', (sub) => `${sub}\u0000`],
    ['with a wildcard', (sub) => `${sub.slice(0, 3)}%`],
  ])('the subject %s is another one', async (_name, change) => {
    const before = await accounts();
    await visitor.visit(evil, change(subject));
    expect(['oidc_account_missing', 'oidc_failed']).toContain((await visitor.signIn()).body.code);
    await expectNothing(before);
  });

  test('what the provider tells later of another subject is not used', async () => {
    evil.deviation = { userInfo: { sub: subject, email: 'new@example.org', email_verified: true } };
    const before = await accounts();
    await visitor.visit(evil, `stranger ${victim.id}`);
    expect((await visitor.answer()).body.code).toBe('oidc_failed');
    await expectNothing(before);
  });

  test('the same subject of another provider is another one', async () => {
    const other = await new HostileProvider().start();
    try {
      const elsewhere = new ProviderVisitor(await app.serveAs({ publicUrl, provider: other.provider() }));
      const before = await accounts();
      await elsewhere.visit(other, subject);
      expect((await elsewhere.signIn()).body.code).toBe('oidc_account_missing');
      await expectNothing(before);
    } finally {
      await other.close();
    }
  });

  test('an identity that belongs to one account is given to no other', async () => {
    const attacker = await createActor(app);
    const session = new ProviderVisitor(url, attacker.token);
    await session.visit(evil, subject, 'connect');
    expect((await session.finish()).body.code).toBe('oidc_taken');
    expect(await findIdentityOf(app.ctx.db, attacker.id, issuer())).toBeUndefined();
    await visitor.visit(evil, subject);
    expect((await visitor.signIn()).body.data.user.id).toBe(victim.id);
  });

  test('an answer of one session connects nothing in another, and signs nobody in', async () => {
    const attacker = await createActor(app);
    const theirs = new ProviderVisitor(url, attacker.token);
    await theirs.visit(evil, `attacker ${attacker.id}`, 'connect');
    const mine = new ProviderVisitor(url, (await createActor(app)).token);
    for (const [name, value] of theirs.cookies) mine.cookies.set(name, value);
    expect((await mine.finish()).body.code).toBe('oidc_failed');
    expect((await theirs.signIn()).body.code).toBe('oidc_failed');
    expect((await theirs.finish()).status).toBe(200);
  });

  test('an answer for signing in connects nothing', async () => {
    const attacker = await createActor(app);
    const session = new ProviderVisitor(url, attacker.token);
    await session.visit(evil, `attacker ${attacker.id}`);
    expect((await session.finish()).body.code).toBe('oidc_failed');
  });

  test('giving the provider instead of the password needs the own identity, just now', async () => {
    const session = new ProviderVisitor(url, victim.token);
    const address = new URL(await session.begin('confirm'));
    expect(address.searchParams.get('prompt')).toBe('login');
    evil.deviation = { claims: { auth_time: seconds() - 3_600 } };
    await session.visit(evil, subject, 'confirm');
    expect((await session.finish()).body.code).toBe('oidc_failed');
    evil.deviation = {};
    await session.visit(evil, subject, 'confirm');
    expect((await session.finish()).body.code).toBe('oidc_failed');
    evil.deviation = { claims: { auth_time: seconds() } };
    await session.visit(evil, `somebody else ${victim.id}`, 'confirm');
    expect((await session.finish()).body.code).toBe('oidc_other_account');
    await session.visit(evil, subject, 'confirm');
    expect((await session.finish()).status).toBe(200);
  });

  test('a blocked account stays blocked', async () => {
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', victim.id).execute();
    await visitor.visit(evil, subject);
    expect((await visitor.signIn()).body.code).toBe('account_inactive');
    expect(await sessionsOf(victim)).toEqual([]);
  });
});

const addressOf = ({ username }: Actor) => `${username}@example.org`;

test('the provider is led back to PUBLIC_URL, whatever host was asked for', async () => {
  const { body } = await visitor.call<{ url: string }>(
    'POST',
    '/auth/oidc',
    { from: '/' },
    { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' },
  );
  const asked = new URL(body.data.url).searchParams;
  expect(asked.get('redirect_uri')).toBe(`${publicUrl}/api/auth/oidc/callback`);
  expect(asked.get('code_challenge_method')).toBe('S256');
  const elsewhere = await visitor.call<{ url: string }>('POST', '/auth/oidc', { page: 'http://192.168.1.2' });
  expect(elsewhere.body.data.url).toBe(`${publicUrl}/login`);
});

test('keys that the provider has replaced count no more, new ones do', async () => {
  const rotating = await new HostileProvider().start();
  try {
    const rotated = new ProviderVisitor(await app.serveAs({ publicUrl, provider: rotating.provider() }));
    const before = await accounts();
    const signIn = async () => {
      await rotated.visit(rotating, 'anybody');
      return (await rotated.signIn()).body.code;
    };
    expect(await signIn()).toBe('oidc_account_missing');
    rotating.published = ['next'];
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    try {
      rotating.deviation = { by: 'next' };
      expect(await signIn()).toBe('oidc_account_missing');
      rotating.deviation = { by: 'own' };
      expect(await signIn()).toBe('oidc_failed');
    } finally {
      later.mockRestore();
    }
    await expectNothing(before);
  } finally {
    await rotating.close();
  }
});

describe('a provider that is not itself', () => {
  test.each<[string, Record<string, unknown>]>([
    ['names another issuer', { issuer: 'https://other.example' }],
    ['names none', { issuer: undefined }],
    ['has nowhere to sign in', { authorization_endpoint: undefined }],
  ])('%s', async (_name, metadata) => {
    const liar = await new HostileProvider().start();
    liar.metadata = metadata;
    try {
      const asking = new ProviderVisitor(await app.serveAs({ publicUrl, provider: liar.provider() }));
      await expect(asking.begin()).rejects.toThrow(/^(503 oidc_away|403 oidc_failed)$/);
    } finally {
      await liar.close();
    }
  });
});

describe('a logout token', () => {
  const sid = () => `session of ${subject}`;
  const send = (token: string) =>
    visitor.call('POST', '/auth/oidc/backchannel-logout', new URLSearchParams({ logout_token: token }));
  const open = async (): Promise<void> => {
    evil.deviation = { claims: { sid: sid() } };
    const browser = new ProviderVisitor(url);
    await browser.visit(evil, subject);
    expect((await browser.signIn()).status).toBe(200);
  };
  const isOpen = async () => (await sessionsOf(victim)).some(({ revoked_at }) => revoked_at === null);
  beforeEach(open);

  test.each<[string, () => Record<string, unknown>]>([
    ['of its session ends it', () => ({ sub: subject, sid: sid() })],
    ['of its session alone ends it', () => ({ sid: sid() })],
    ['of the subject ends it', () => ({ sub: subject })],
  ])('%s', async (_name, claims) => {
    expect((await send(await evil.signLogout(claims()))).status).toBe(200);
    expect(await isOpen()).toBe(false);
  });

  test('of the subject ends the keys for programs too, one of a session does not', async () => {
    const keys = () =>
      app.ctx.db.selectFrom('api_key').select('id').where('user_id', '=', victim.id).execute();
    await giveKey(app, victim, 'read');
    expect((await send(await evil.signLogout({ sub: subject, sid: sid() }))).status).toBe(200);
    expect(await keys()).toHaveLength(1);
    expect((await send(await evil.signLogout({ sub: subject }))).status).toBe(200);
    expect(await keys()).toEqual([]);
  });

  test.each<[string, () => Record<string, unknown>, Signing?]>([
    ['without a signature', () => ({}), { trick: 'none' }],
    ['whose signature was cut off', () => ({}), { trick: 'cut off' }],
    ['signed with HS256 and the public key', () => ({}), { trick: 'public key as secret' }],
    ['signed with HS256 and the secret of the client', () => ({}), { trick: 'client secret' }],
    ['signed by a foreign key', () => ({}), { by: 'foreign', kid: 'own' }],
    ['signed by an unknown key', () => ({}), { kid: 'unknown' }],
    ['of another kind', () => ({}), { typ: 'at+jwt' }],
    ['of another issuer', () => ({ iss: 'https://other.example' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['for another client', () => ({ aud: 'other' })],
    ['without an audience', () => ({ aud: undefined })],
    ['that has expired', () => ({ exp: seconds() - 60 })],
    ['that is old', () => ({ iat: seconds() - 3_600 })],
    ['of the future', () => ({ iat: seconds() + 3_600 })],
    ['without a beginning', () => ({ iat: undefined })],
    ['without a name', () => ({ jti: undefined })],
    ['without an event', () => ({ events: undefined })],
    ['of another event', () => ({ events: { 'https://other.example': {} } })],
    ['of a list of events', () => ({ events: ['http://schemas.openid.net/event/backchannel-logout'] })],
    [
      'with a text as event',
      () => ({ events: { 'http://schemas.openid.net/event/backchannel-logout': 'x' } }),
    ],
    ['with a nonce, as an ID token has', () => ({ nonce: 'x' })],
    ['of nobody', () => ({ sub: undefined, sid: undefined })],
    ['with an empty session', () => ({ sid: '' })],
    ['with a list as session', () => ({ sid: [sid()] })],
  ])('%s is refused', async (_name, claims, signing) => {
    const token = await evil.signLogout({ sub: subject, ...claims() }, signing);
    const { status, body } = await send(token);
    expect([status, body.code]).toEqual([400, 'oidc_logout_refused']);
    expect(await isOpen()).toBe(true);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['of another session', () => ({ sub: subject, sid: 'another' })],
    ['of another subject', () => ({ sub: 'another' })],
    ['of the session under another subject', () => ({ sub: 'another', sid: sid() })],
  ])('%s ends nothing', async (_name, claims) => {
    expect((await send(await evil.signLogout(claims()))).status).toBe(200);
    expect(await isOpen()).toBe(true);
  });

  test('counts once', async () => {
    const token = await evil.signLogout({ sub: subject });
    expect((await send(token)).status).toBe(200);
    await open();
    expect((await send(token)).body.code).toBe('oidc_logout_refused');
    expect(await isOpen()).toBe(true);
  });

  test('ends no session that was opened in another way', async () => {
    expect((await send(await evil.signLogout({ sub: subject }))).status).toBe(200);
    expect((await victim.call('GET', '/auth/me')).status).toBe(200);
  });

  test('is taken from a form alone', async () => {
    const logout_token = await evil.signLogout({ sub: subject });
    const answers = [
      await visitor.call('POST', '/auth/oidc/backchannel-logout', { logout_token }),
      await visitor.call('POST', '/auth/oidc/backchannel-logout'),
      await visitor.call('POST', '/auth/oidc/backchannel-logout', new URLSearchParams({ logout_token: 'x' })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await isOpen()).toBe(true);
  });
});
