import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '#server/contract/lifetimes.ts';
import { readOwnData } from '#server/features/accounts/users/own-data.repository.ts';
import { askAboutSessions } from '#server/features/people/oidc/ask-about-sessions.ts';
import { createProvider, type Provider } from '#server/features/people/oidc/provider.ts';
import { createLogger } from '#server/logger.ts';
import { caller } from '#tests/support/actors.ts';
import { HostileProvider, otherSettings, publicUrl } from '#tests/support/hostile-openid-provider.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '#tests/support/openid-provider.ts';
import { ProviderVisitor } from '#tests/support/sign-in-elsewhere.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const evil = new HostileProvider();
let openid: OpenIdProvider;
let provider: Provider;
let evilProvider: Provider;
let [url, evilUrl] = ['', ''];
let count = 0;
let start = 0;

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });

beforeAll(async () => {
  openid = await startOpenIdProvider();
  const settings = { issuer: openid.issuer, clientId, clientSecret, ...otherSettings };
  provider = createProvider(settings, createLogger('silent'));
  url = await app.serveAs({ provider });
  await openid.serve(publicUrl, url);
  await evil.start();
  evil.refreshes = true;
  evilProvider = evil.provider();
  evilUrl = await app.serveAs({ publicUrl, provider: evilProvider });
});
afterAll(async () => {
  await openid.close();
  await evil.close();
});
beforeEach(() => {
  count += 1;
  start = Date.now();
  app.clock.set(new Date(start));
  openid.person = `person-${count}`;
  openid.refreshes = 'same';
  openid.trouble = 'none';
  openid.asked = 0;
  evil.deviation = {};
  evil.isAway = false;
  logged.length = 0;
});
afterEach(async () => {
  app.clock.set(null);
  await app.ctx.db.deleteFrom('session').execute();
});

const sessions = () => app.ctx.db.selectFrom('session').selectAll().orderBy('created_at').execute();
const only = async () => {
  const [session, ...others] = await sessions();
  if (!session || others.length > 0) throw new Error(`${others.length + 1} sessions`);
  return session;
};
const isOpen = async () => (await only()).revoked_at === null;
const moveTo = (minutes: number) => app.clock.set(new Date(start + minutes * minuteMs));
const ask = (of = provider) => askAboutSessions({ ...app.ctx, log, provider: of });
/** Somebody uses the session at that time, and the job comes by. */
async function askAfter(minutes: number, of = provider): Promise<void> {
  moveTo(minutes);
  await app.ctx.db.updateTable('session').set({ last_used_at: app.ctx.clock.now() }).execute();
  await ask(of);
}

async function register(browser: ProviderVisitor, subject: string) {
  const { status, body } = await browser.register({
    username: subject.replaceAll(' ', '-'),
    email: `${subject.replaceAll(' ', '-')}@federation.example`,
    first_name: 'Anna',
  });
  if (status !== 201) throw new Error(`${status} ${body.code}`);
  return body.data;
}
async function signIn() {
  const browser = new ProviderVisitor(url);
  await browser.walk(openid.issuer);
  return register(browser, openid.person ?? '');
}
async function signInAtEvil(subject = `subject ${count}`) {
  const browser = new ProviderVisitor(evilUrl);
  await browser.visit(evil, subject);
  return register(browser, subject);
}

describe('a session for which the provider gave a refresh token', () => {
  test('goes on while the provider says so, longer than OIDC_SESSION_HOURS', async () => {
    await signIn();
    expect((await only()).ends_at).toBeNull();
    for (const minutes of [5, 10, 60 * 13]) {
      await askAfter(minutes);
      expect(await isOpen()).toBe(true);
    }
    expect(openid.asked).toBe(3);
  });

  test('is asked about every four minutes, not more often', async () => {
    await signIn();
    await askAfter(3);
    expect(openid.asked).toBe(0);
    await askAfter(4);
    await askAfter(7);
    expect(openid.asked).toBe(1);
    await askAfter(8);
    expect(openid.asked).toBe(2);
  });

  test('is not asked about while nobody uses it, and again afterwards', async () => {
    await signIn();
    moveTo(60);
    await ask();
    expect(openid.asked).toBe(0);
    await askAfter(61);
    expect(openid.asked).toBe(1);
  });

  test('ends, with its live streams, when the directory has removed the person', async () => {
    const { access_token, user } = await signIn();
    const heard: string[] = [];
    const stop = app.ctx.bus.subscribe(`user:${user.id}`, (event) => heard.push(event.kind));
    openid.removed.add(openid.person ?? '');
    await askAfter(5);
    stop();
    expect(heard).toEqual(['session']);
    expect((await caller(url, access_token)('GET', '/auth/me')).status).toBe(401);
  });

  test('goes on with the token that replaces the one that was used', async () => {
    openid.refreshes = 'rotated';
    await signIn();
    const tokens = new Set<string | null>();
    for (const minutes of [5, 10, 15]) {
      tokens.add((await only()).provider_refresh_token);
      await askAfter(minutes);
      expect(await isOpen()).toBe(true);
    }
    expect(tokens.size).toBe(3);
  });

  test('ends once when the server was killed before it stored the new token; signing in again is enough', async () => {
    openid.refreshes = 'rotated';
    await signIn();
    const before = await only();
    await askAfter(5);
    const { provider_refresh_token } = before;
    await app.ctx.db.updateTable('session').set({ provider_refresh_token }).execute();
    await askAfter(10);
    expect(await isOpen()).toBe(false);
    await app.ctx.db.deleteFrom('session').execute();
    const browser = new ProviderVisitor(url);
    await browser.walk(openid.issuer);
    expect((await browser.signIn()).status).toBe(200);
    await askAfter(20);
    await askAfter(25);
    expect(await isOpen()).toBe(true);
  });

  test('is asked about by one of several processes', async () => {
    openid.refreshes = 'rotated';
    await signIn();
    moveTo(5);
    const processes = [provider, { ...provider }, { ...provider }];
    await Promise.all(processes.map((of) => ask(of)));
    expect(openid.asked).toBe(1);
    expect(await isOpen()).toBe(true);
    await askAfter(10);
    expect(await isOpen()).toBe(true);
  });
});

describe('while the provider does not say', () => {
  const troubles: [string, () => void][] = [
    ['because it answers 500', () => (openid.trouble = 'answers 500')],
    ['because it is away', () => (openid.trouble = 'is away')],
  ];
  test.each(troubles)('%s, sessions go on for an hour', async (_name, begin) => {
    await signIn();
    begin();
    for (const minutes of [5, 30, 64]) {
      await askAfter(minutes);
      expect(await isOpen()).toBe(true);
    }
    await askAfter(69);
    expect(await isOpen()).toBe(false);
  });

  test('the hour begins anew once it has answered', async () => {
    await signIn();
    openid.trouble = 'answers 500';
    await askAfter(5);
    openid.trouble = 'none';
    await askAfter(40);
    expect((await only()).provider_silent_since).toBeNull();
    openid.trouble = 'is away';
    await askAfter(80);
    expect(await isOpen()).toBe(true);
  });

  const unclear: [string, () => void][] = [
    ['our secret is wrong', () => (evil.deviation = { tokenStatus: 401, tokenError: 'invalid_client' })],
    ['it is asked too often', () => (evil.deviation = { tokenStatus: 429, tokenError: 'slow_down' })],
    ['the ID token has no signature', () => (evil.deviation = { trick: 'none' })],
    ['the ID token is signed by a foreign key', () => (evil.deviation = { by: 'foreign', kid: 'own' })],
    ['the ID token is for another client', () => (evil.deviation = { claims: { aud: 'other' } })],
    [
      'the ID token is of another issuer',
      () => (evil.deviation = { claims: { iss: 'https://other.example' } }),
    ],
  ];
  test.each(unclear)('%s: that is no yes', async (_name, begin) => {
    await signInAtEvil();
    begin();
    await askAfter(5, evilProvider);
    expect(await isOpen()).toBe(true);
    await askAfter(66, evilProvider);
    expect(await isOpen()).toBe(false);
  });

  test('because the settings name another one by now, sessions end an hour after they were used', async () => {
    await signIn();
    await askAfter(5, evilProvider);
    expect(await isOpen()).toBe(true);
    await askAfter(66, evilProvider);
    expect(await isOpen()).toBe(false);
  });
});

describe('a session ends', () => {
  const ends: [string, () => void][] = [
    ['with invalid_grant', () => (evil.deviation = { tokenStatus: 400 })],
    ['where the token names another subject', () => (evil.deviation = { claims: { sub: 'somebody else' } })],
    ['where it names another session there', () => (evil.deviation = { claims: { sid: 'another' } })],
  ];
  test.each(ends)('%s', async (_name, begin) => {
    evil.deviation = { claims: { sid: 'one' } };
    await signInAtEvil();
    begin();
    await askAfter(5, evilProvider);
    expect(await isOpen()).toBe(false);
  });

  test('that holds the token of another one, of which the provider is not told', async () => {
    await signInAtEvil(`mallory ${count}`);
    await signInAtEvil(`alice ${count}`);
    const [first, second] = await sessions();
    if (!first || !second) throw new Error('no sessions');
    for (const [to, from] of [
      [first, second],
      [second, first],
    ] as const)
      await app.ctx.db
        .updateTable('session')
        .set({ provider_refresh_token: from.provider_refresh_token })
        .where('id', '=', to.id)
        .execute();
    const before = evil.asked.length;
    await askAfter(5, evilProvider);
    expect((await sessions()).every(({ revoked_at }) => revoked_at !== null)).toBe(true);
    expect(evil.asked).toHaveLength(before);
  });

  test('whose token nobody can read, as after another secret of the server', async () => {
    await signIn();
    await app.ctx.db.updateTable('session').set({ provider_refresh_token: 'x' }).execute();
    await askAfter(5);
    expect(await isOpen()).toBe(false);
  });

  test('not by an ID token that is left out, or names a session for the first time', async () => {
    await signInAtEvil();
    evil.deviation = { idToken: null };
    await askAfter(5, evilProvider);
    expect(await isOpen()).toBe(true);
    evil.deviation = { claims: { sid: 'one' } };
    await askAfter(10, evilProvider);
    expect(await isOpen()).toBe(true);
  });
});

describe('the token', () => {
  const plain = async () => {
    const { id, provider_refresh_token } = await only();
    const opened = await app.ctx.tokens.unseal<{ sessionId: string; refreshToken: string }>(
      'provider-refresh-token',
      provider_refresh_token ?? '',
      app.ctx.clock.now(),
    );
    expect(opened?.payload.sessionId).toBe(id);
    return opened?.payload.refreshToken ?? '';
  };

  test('stands nowhere in clear: not in the database, the own data, the answers and the log', async () => {
    const browser = new ProviderVisitor(url);
    await browser.walk(openid.issuer);
    const cookies = [...browser.cookies.values()].join();
    const answer = await register(browser, openid.person ?? '');
    const token = await plain();
    expect(token.length).toBeGreaterThan(20);
    const own = await readOwnData(app.ctx.db, answer.user.id);
    expect(own.sessions).toHaveLength(1);
    openid.trouble = 'answers 500';
    await askAfter(5);
    openid.trouble = 'none';
    openid.removed.add(openid.person ?? '');
    await askAfter(10);
    expect(logged.length).toBeGreaterThan(0);
    const places = { cookies, answer, own, log: logged, rows: await sessions() };
    for (const [place, found] of Object.entries(places))
      expect(JSON.stringify(found), place).not.toContain(token);
    expect(JSON.stringify(own)).not.toContain('provider_refresh_token');
  });

  test('is forgotten with the session, and when the account is disconnected', async () => {
    await signIn();
    await app.ctx.db.updateTable('session').set({ revoked_at: new Date() }).execute();
    await ask();
    expect((await only()).provider_refresh_token).toBeNull();
    await app.ctx.db.deleteFrom('session').execute();
    openid.person = `person-${count}-other`;
    await signIn();
    await app.ctx.db.deleteFrom('external_identity').execute();
    await askAfter(5);
    expect(await only()).toMatchObject({ provider_refresh_token: null, revoked_at: null });
    expect(openid.asked).toBe(0);
  });

  test('is not asked for: nothing but the scopes of the settings', async () => {
    const address = new URL(await new ProviderVisitor(url).begin());
    expect(address.searchParams.get('scope')).toBe('openid profile email');
  });

  test('too long for the cookie is left out: then the session ends by the clock', async () => {
    openid.refreshes = 'same';
    evil.refreshTokenLength = 4_000;
    try {
      await signInAtEvil();
    } finally {
      evil.refreshTokenLength = 16;
    }
    expect(await only()).toMatchObject({ provider_refresh_token: null, ends_at: expect.any(Date) });
  });
});

test('a session without one ends after OIDC_SESSION_HOURS, and the page says which it is', async () => {
  const hours = async (token: string) =>
    (await caller(url, token)<{ session_hours: number | null }>('GET', '/auth/oidc/connection')).body.data
      .session_hours;
  expect(await hours((await signIn()).access_token)).toBeNull();
  openid.refreshes = false;
  openid.person = `person-${count}-without`;
  const { access_token, user } = await signIn();
  expect(await hours(access_token)).toBe(12);
  const { created_at, ends_at } = await app.ctx.db
    .selectFrom('session')
    .select(['created_at', 'ends_at'])
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(Number(ends_at) - created_at.getTime()).toBe(otherSettings.sessionMs);
  await askAfter(5);
  expect(openid.asked).toBe(1);
});
