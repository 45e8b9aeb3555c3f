/** @module-tag long */
import { globSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import {
  getInstallationSettings,
  saveInstallationSettings,
} from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { createProvider, type Provider } from '#server/features/people/oidc/provider.ts';
import { createLogger } from '#server/logger.ts';
import { type Actor, caller, createActor, createClub, testPassword } from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { HostileProvider, otherSettings, publicUrl } from '#tests/support/hostile-openid-provider.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '#tests/support/openid-provider.ts';
import { ProviderVisitor } from '#tests/support/sign-in-elsewhere.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let club: MailApp;
let app: TestApp;
let openid: OpenIdProvider;
let provider: Provider;
let url: string;
let visitor: Walker;
let count = 0;

/** Goes through the pages of the provider of this file. */
class Walker extends ProviderVisitor {
  goThere = (purpose?: 'connect' | 'confirm', from?: string) => this.walk(openid.issuer, purpose, from);
}

beforeAll(async () => {
  club = await startMailApp(publicUrl);
  app = club.app;
  openid = await startOpenIdProvider();
  provider = createProvider(
    {
      issuer: openid.issuer,
      clientId,
      clientSecret,
      ...otherSettings,
    },
    createLogger('silent'),
  );
  url = await app.serveAs({ provider });
  await openid.serve(publicUrl, url);
});
afterAll(async () => {
  await openid.close();
  await club.close();
});
beforeEach(() => {
  count += 1;
  const subject = `person-${count}`;
  openid.person = subject;
  openid.amr = ['pwd'];
  openid.people[subject] = {
    email: `${subject}@federation.example`,
    email_verified: true,
    name: 'Anna Berg',
    preferred_username: `anna${count}`,
  };
  visitor = new Walker(url);
});
afterEach(async () => {
  app.clock.set(null);
  await app.ctx.db.deleteFrom('instance_setting').execute();
});

const registering = (change: 'open' | 'invitation' | 'closed') =>
  app.ctx.db
    .transaction()
    .execute(async (trx) =>
      saveInstallationSettings(
        trx,
        { ...(await getInstallationSettings(trx)), registration: change },
        app.ctx.clock.now(),
      ),
    );
const accountOf = () => ({
  username: `chosen${count}`,
  email: `${openid.person}@federation.example`,
  first_name: 'Anna',
});
async function register(): Promise<string> {
  await visitor.goThere();
  const { status, body } = await visitor.register(accountOf());
  if (status !== 201) throw new Error(`${status} ${body.code}`);
  return body.data.user.id;
}
async function connected(
  grants: Parameters<typeof createActor>[1] = [],
): Promise<{ actor: Actor; session: Walker }> {
  const actor = await createActor(app, grants);
  const session = new Walker(url, actor.token);
  await session.goThere('connect');
  const { status, body } = await session.finish();
  if (status !== 200) throw new Error(`${status} ${body.code}`);
  return { actor, session };
}
const sessionOf = (userId: string) =>
  app.ctx.db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();

test('a new person chooses a username, and gets an account without a password', async () => {
  await visitor.goThere(undefined, '/events?q=cup');
  expect((await visitor.answer()).body.data).toEqual({
    purpose: 'sign_in',
    from: '/events?q=cup',
    is_new: true,
    full_name: 'Anna Berg',
    username: `anna${count}`,
    email: `${openid.person}@federation.example`,
    is_email_confirmed: true,
  });
  expect((await visitor.signIn()).body.code).toBe('oidc_account_missing');
  const { status, body } = await visitor.register(accountOf());
  expect([status, body.data.user.email_verified]).toEqual([201, true]);
  expect((await caller(url, body.data.access_token)('GET', '/auth/me')).status).toBe(200);
  const { password_hash } = await app.ctx.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', body.data.user.id)
    .executeTakeFirstOrThrow();
  expect(password_hash).toBeNull();
  for (const password of ['null', 'undefined', testPassword])
    expect(
      (await visitor.call('POST', '/auth/login', { username: `chosen${count}`, password })).body.code,
    ).toBe('login_failed');

  await visitor.goThere();
  expect((await visitor.answer()).body.data).toMatchObject({ is_new: false });
  expect((await visitor.signIn()).body.data.user.id).toBe(body.data.user.id);
});

test('over https the refresh token is in the cookie, and what the provider said in another', async () => {
  await visitor.goThere();
  expect([...visitor.cookies.keys()]).toEqual(['__Host-clublens_provider']);
  const { body } = await visitor.call<object>('POST', '/auth/oidc/register', accountOf(), {
    Origin: publicUrl,
  });
  expect(body.data).not.toHaveProperty('refresh_token');
  expect([...visitor.cookies.keys()].sort()).toEqual(['__Host-clublens_refresh', 'clublens_session']);
});

test.each<[string, object, object]>([
  ['that the provider has not confirmed', { email_verified: false }, {}],
  ['of which it says nothing', { email_verified: undefined }, {}],
  ['that is another one', {}, { email: 'another@example.org' }],
])('an address %s waits for its confirmation', async (_name, person, given) => {
  Object.assign(openid.people[openid.person ?? ''] ?? {}, person);
  await club.deliver();
  await visitor.goThere();
  const account = { ...accountOf(), ...given };
  if ('email' in given) account.email = `another${count}@example.org`;
  const { body } = await visitor.register(account);
  expect(body.data.user.email_verified).toBe(false);
  expect((await club.deliver()).map(({ mail }) => mail.to?.[0]?.address)).toEqual([account.email]);
});

test('accounts are made as the settings say', async () => {
  await registering('closed');
  await visitor.goThere();
  expect((await visitor.answer()).body.code).toBe('oidc_account_missing');
  expect((await visitor.register(accountOf())).body.code).toBe('registration_closed');
});

test('where an invitation is needed, it makes the account a member at once', async () => {
  await registering('invitation');
  const admin = await createActor(app, ['admin']);
  const clubId = await createClub(app);
  const child = await createClubPerson(app, clubId);
  const wanted = { guardian_of: child };
  const invited = await admin.call<{ url: string }>('POST', `/clubs/${clubId}/invitations`, wanted);
  const invitation = invited.body.data.url.split('#')[1];
  await visitor.goThere();
  expect((await visitor.register(accountOf())).body.code).toBe('registration_by_invitation');
  expect((await visitor.register({ ...accountOf(), invitation: 'x'.repeat(26) })).body.code).toBe(
    'invitation_not_found',
  );
  const { status, body } = await visitor.register({ ...accountOf(), invitation });
  expect([status, body.code]).toEqual([201, undefined]);
  const members = await app.ctx.db
    .selectFrom('club_membership')
    .select('status')
    .where('user_id', '=', body.data.user.id)
    .execute();
  expect(members).toEqual([{ status: 'approved' }]);
  const questions = await app.ctx.db
    .selectFrom('guardianship')
    .select(['club_person_id', 'state'])
    .where('user_id', '=', body.data.user.id)
    .execute();
  expect(questions).toEqual([{ club_person_id: child, state: 'confirmed' }]);
});

test('taken usernames and addresses are refused, and the answer can be used again', async () => {
  const other = await createActor(app);
  await visitor.goThere();
  expect((await visitor.register({ ...accountOf(), username: other.username })).body.code).toBe(
    'username_taken',
  );
  expect((await visitor.register({ ...accountOf(), email: `${other.username}@example.org` })).body.code).toBe(
    'email_taken',
  );
  expect((await visitor.register(accountOf())).status).toBe(201);
});

test('two who register with one identity at once make one account', async () => {
  await visitor.goThere();
  const second = new Walker(url);
  await second.goThere();
  const answers = await Promise.all([
    visitor.register(accountOf()),
    second.register({ ...accountOf(), username: `other${count}`, email: `other${count}@example.org` }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('an owner connects an account, is told, and is signed out everywhere else', async () => {
  const actor = await createActor(app);
  const elsewhere = (
    await caller(url)<{ access_token: string }>('POST', '/auth/login', {
      username: actor.username,
      password: testPassword,
    })
  ).body.data;
  const session = new Walker(url, actor.token);
  const connection = () => session.call<object>('GET', '/auth/oidc/connection');
  expect((await connection()).body.data).toEqual({
    label: 'Federation',
    session_hours: 12,
    connected_since: null,
  });
  await club.deliver();
  await session.goThere('connect');
  expect((await session.finish()).status).toBe(200);
  expect((await connection()).body.data).toMatchObject({ connected_since: expect.any(String) });
  expect((await caller(url, elsewhere.access_token)('GET', '/auth/me')).status).toBe(401);
  expect((await actor.call('GET', '/auth/me')).status).toBe(200);
  const kinds = await app.ctx.db
    .selectFrom('notification')
    .select(['kind', 'params'])
    .where('user_id', '=', actor.id)
    .where('kind', 'like', 'identity%')
    .execute();
  expect(kinds).toEqual([{ kind: 'identity_connected', params: { provider: 'Federation' } }]);
  const logged = await app.ctx.db
    .selectFrom('audit_entry')
    .select('action')
    .where('actor_id', '=', actor.id)
    .execute();
  expect(logged.map(({ action }) => action)).toContain('user.identity_connected');

  await visitor.goThere();
  expect((await visitor.signIn()).body.data.user.id).toBe(actor.id);
  expect((await session.call('DELETE', '/auth/oidc/connection')).status).toBe(200);
  await visitor.goThere();
  expect((await visitor.signIn()).body.code).toBe('oidc_account_missing');
});

test('connecting and disconnecting ask for the password again', async () => {
  const { session } = await connected();
  app.clock.set(new Date(Date.now() + 11 * 60_000));
  for (const [method, path] of [
    ['POST', '/begin'],
    ['DELETE', ''],
  ] as const) {
    const { body } = await session.call(
      method,
      `/auth/oidc/connection${path}`,
      path ? { purpose: 'connect' } : undefined,
    );
    expect(body.code).toBe('reauthentication_required');
  }
});

test('the provider may be given instead of the password, signed in to just now', async () => {
  const { session } = await connected();
  app.clock.set(new Date(Date.now() + 11 * 60_000));
  const end = () => session.call('POST', '/auth/sessions/end-others');
  expect((await end()).body.code).toBe('reauthentication_required');
  await session.goThere('confirm');
  expect((await session.finish()).status).toBe(200);
  expect((await end()).status).toBe(200);
});

test('without a password an account stays connected until it has one', async () => {
  await register();
  const { body } = await (async () => {
    await visitor.goThere();
    return visitor.signIn();
  })();
  const session = new Walker(url, body.data.access_token);
  const off = () => session.call('DELETE', '/auth/oidc/connection');
  expect((await off()).body.code).toBe('oidc_needs_password');
  const set = (new_password: string) => session.call('POST', '/users/set-password', { new_password });
  const hasPassword = async () =>
    (await session.call<{ has_password: boolean }>('GET', '/auth/me')).body.data.has_password;
  expect(await hasPassword()).toBe(false);
  app.clock.set(new Date(Date.now() + 11 * 60_000));
  expect((await set('a brand new secret')).body.code).toBe('reauthentication_required');
  await session.goThere('confirm');
  await session.finish();
  expect((await set('short')).status).toBe(422);
  expect((await set('a brand new secret')).status).toBe(200);
  expect(await hasPassword()).toBe(true);
  // The second one only with the first.
  expect((await set('another new secret')).body.code).toBe('current_password_incorrect');
  const login = { username: body.data.user.username, password: 'a brand new secret' };
  expect((await caller(url)('POST', '/auth/login', login)).status).toBe(200);
  expect((await off()).status).toBe(200);
  expect((await off()).body.code).toBe('oidc_not_connected');
});

describe('the second factor of the account', () => {
  const codes = async (actor: Actor) => {
    const { body } = await actor.call<{ secret: string }>('POST', '/auth/second-factor');
    const { TOTP, Secret } = await import('otpauth');
    const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret.replaceAll(' ', '')) });
    const confirmed = await actor.call<{ recovery_codes: string[] }>('POST', '/auth/second-factor/confirm', {
      code: totp.generate(),
    });
    return confirmed.body.data.recovery_codes;
  };

  test('is asked for', async () => {
    const { actor } = await connected();
    const [code = ''] = await codes(actor);
    await visitor.goThere();
    const asked = await visitor.signIn();
    expect([asked.status, asked.body.code]).toEqual([401, 'second_factor_required']);
    const { challenge } = (asked.body as unknown as { params: { challenge: string } }).params;
    expect((await visitor.signIn({ challenge, code: '000000' })).body.code).toBe('second_factor_incorrect');
    const { status, body } = await visitor.signIn({ challenge, code });
    expect([status, body.data.user.id]).toEqual([200, actor.id]);
  });

  test('is not asked for where the provider has asked for one that OIDC_MFA names', async () => {
    const { actor } = await connected();
    await codes(actor);
    openid.amr = ['pwd', 'mfa'];
    const fresh = new Walker(url);
    await fresh.goThere();
    expect((await fresh.signIn()).body.data.user.id).toBe(actor.id);
  });

  test('where one is required, that of the provider is enough, in the sessions for which it asked for one', async () => {
    const { actor } = await connected(['admin']);
    const { db, clock } = app.ctx;
    const longAgo = new Date(clock.now().getTime() - 30 * dayMs);
    await db.transaction().execute(async (trx) => {
      await saveInstallationSettings(trx, await getInstallationSettings(trx), clock.now());
      await trx.updateTable('instance_setting').set({ second_factor_required_at: longAgo }).execute();
      await trx
        .updateTable('role_assignment')
        .set({ created_at: longAgo })
        .where('user_id', '=', actor.id)
        .execute();
    });
    const codeOfUsers = async ({ call }: Pick<Actor, 'call'>) => (await call('GET', '/users')).body.code;
    for (const [amr, answer, isNeeded] of [
      [['pwd'], 'second_factor_needed', true],
      [['pwd', 'mfa'], undefined, undefined],
    ] as const) {
      openid.amr = [...amr];
      const fresh = new Walker(url);
      await fresh.goThere();
      const { body } = await fresh.signIn();
      expect(body.data.user.second_factor_advice?.is_needed).toBe(isNeeded);
      expect(await codeOfUsers({ call: caller(url, body.data.access_token) })).toBe(answer);
    }
    expect(await codeOfUsers(actor)).toBe('second_factor_needed');
  });

  test('is set up by who confirms at the provider; such a session connects no other account there', async () => {
    const { actor, session } = await connected(['admin']);
    const { db, clock } = app.ctx;
    const longAgo = new Date(clock.now().getTime() - 30 * dayMs);
    await db.transaction().execute(async (trx) => {
      await saveInstallationSettings(trx, await getInstallationSettings(trx), clock.now());
      await trx.updateTable('instance_setting').set({ second_factor_required_at: longAgo }).execute();
      await trx
        .updateTable('role_assignment')
        .set({ created_at: longAgo })
        .where('user_id', '=', actor.id)
        .execute();
    });
    await db.updateTable('app_user').set({ password_hash: null }).where('id', '=', actor.id).execute();
    app.clock.set(new Date(Date.now() + 11 * 60_000));
    const begin = () => session.call('POST', '/auth/second-factor');
    expect((await begin()).body.code).toBe('reauthentication_required');
    const connect = { purpose: 'connect' };
    const refused = await session.call('POST', '/auth/oidc/connection/begin', connect);
    expect(refused.body.code).toBe('second_factor_needed');
    await session.goThere('confirm');
    expect((await session.finish()).status).toBe(200);
    expect((await begin()).status).toBe(200);
  });
});

test('a session of the provider ends after its hours, however often it is renewed', async () => {
  await register();
  await visitor.goThere();
  const signedIn = await visitor.call<{ refresh_token: string }>('POST', '/auth/oidc/sign-in', {});
  let token = signedIn.body.data.refresh_token;
  const start = Date.now();
  const renew = (hours: number) => {
    app.clock.set(new Date(start + hours * 3_600_000));
    return caller(url)<{ refresh_token: string }>('POST', '/auth/refresh', { refresh_token: token });
  };
  const renewed = await renew(11);
  expect(renewed.status).toBe(200);
  token = renewed.body.data.refresh_token;
  expect((await renew(12.1)).status).toBe(401);
});

test('the provider ends the sessions that it opened, at once', async () => {
  const id = await register();
  await visitor.goThere();
  const { body } = await visitor.signIn();
  const session = caller(url, body.data.access_token);
  expect((await session('GET', '/auth/me')).status).toBe(200);
  expect((await sessionOf(id)).provider_sid).toEqual(expect.any(String));
  const heard: string[] = [];
  const stop = app.ctx.bus.subscribe(`user:${id}`, (event) => heard.push(event.kind));
  await openid.signOut(openid.person ?? '');
  stop();
  expect((await session('GET', '/auth/me')).status).toBe(401);
  expect(heard).toEqual(['session']);
});

test('who cancels there is told so', async () => {
  openid.person = null;
  await visitor.goThere();
  expect((await visitor.signIn()).body.code).toBe('oidc_cancelled');
});

describe('a provider that is away', () => {
  test('is asked again the next time; passwords sign in meanwhile', async () => {
    const away = await new HostileProvider().start();
    away.isAway = true;
    const address = await app.serveAs({ provider: away.provider() });
    const asking = new ProviderVisitor(address);
    await expect(asking.begin()).rejects.toThrow('503 oidc_away');
    const { username } = await createActor(app);
    expect((await asking.call('POST', '/auth/login', { username, password: testPassword })).status).toBe(200);
    away.isAway = false;
    const query = away.authorize(await asking.begin(), 'anybody');
    away.isAway = true;
    await asking.comeBack(query);
    expect((await asking.signIn()).body.code).toBe('oidc_away');
    await away.close();
  });

  test('is asked what it offers once, also by many at once', async () => {
    const counted = await new HostileProvider().start();
    const address = await app.serveAs({ provider: counted.provider() });
    await Promise.all([1, 2, 3].map(() => new ProviderVisitor(address).begin()));
    expect(counted.asked).toEqual(['/.well-known/openid-configuration']);
    await counted.close();
  });
});

test('any process of the server takes the answer', async () => {
  await visitor.goThere();
  const other = new Walker(await app.serveAs({ provider: { ...provider } }));
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  expect((await other.register(accountOf())).status).toBe(201);
});

describe('OIDC_LOGOUT', () => {
  test('says where a session of the provider ends; others end nowhere else', async () => {
    const address = await app.serveAs({ provider: { ...provider, endsThere: true } });
    const leaving = new Walker(address);
    await leaving.goThere();
    const { body } = await leaving.register(accountOf());
    const ends = (token: string) =>
      caller(address, token)<{ url: string | null }>('GET', '/auth/oidc/end-session');
    const url = new URL((await ends(body.data.access_token)).body.data.url ?? '');
    expect(url.origin).toBe(openid.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login`);
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    // Neither the database nor a backup is enough to read it.
    expect((await sessionOf(body.data.user.id)).provider_id_token).not.toContain(
      url.searchParams.get('id_token_hint') ?? '',
    );
    expect((await ends((await createActor(app)).token)).body.data.url).toBeNull();
  });

  test('is off without the setting', async () => {
    const id = await register();
    expect((await sessionOf(id)).provider_id_token).toBeNull();
  });

  test('leaves out an ID token that is too long for the cookie', async () => {
    const wordy = await new HostileProvider().start();
    const asking = new ProviderVisitor(await app.serveAs({ provider: wordy.provider({ endsThere: true }) }));
    wordy.deviation = { claims: { groups: 'x'.repeat(4_000) } };
    await asking.visit(wordy, `wordy ${count}`);
    expect((await asking.answer()).body.data).toMatchObject({ is_new: true });
    await wordy.close();
  });
});

describe('OIDC_ONLY', () => {
  const signIn = async (address: string, username: string) =>
    (await caller(address)('POST', '/auth/login', { username, password: testPassword })).body.code;

  test('refuses passwords to all but superusers', async () => {
    const address = await app.serveAs({ provider: { ...provider, isOnly: true } });
    const [member, admin, superuser] = [
      await createActor(app),
      await createActor(app, ['admin']),
      await createActor(app, ['superuser']),
    ];
    expect(await signIn(address, member.username)).toBe('oidc_only');
    expect(await signIn(address, admin.username)).toBe('oidc_only');
    expect(await signIn(address, superuser.username)).toBeUndefined();
    const account = { ...accountOf(), password: testPassword };
    expect((await caller(address)('POST', '/auth/register', account)).body.code).toBe('oidc_only');
    // A wrong password says no more than elsewhere.
    const wrong = { username: member.username, password: 'wrong password' };
    expect((await caller(address)('POST', '/auth/login', wrong)).body.code).toBe('login_failed');
    const only = new Walker(address);
    await only.goThere();
    expect((await only.register(accountOf())).status).toBe(201);
  });
});

test('the last superuser with a password stays one', async () => {
  const id = await register();
  const [first, second] = [
    await createActor(app, ['superuser']),
    await createActor(app, ['superuser', 'admin']),
  ];
  expect((await second.call('POST', `/users/${id}/roles`, { role_name: 'superuser' })).status).toBeLessThan(
    300,
  );
  await app.ctx.db
    .deleteFrom('role_assignment')
    .where('role_name', '=', 'superuser')
    .where('user_id', 'not in', [id, first.id, second.id])
    .execute();
  const take = (userId: string) => second.call('DELETE', `/users/${userId}/roles/superuser`);
  expect((await take(first.id)).body.code).toBeUndefined();
  expect((await take(second.id)).body.code).toBe('last_superuser');
});

test('administrators are warned of a provider that is asked over plain http', async () => {
  const { token, call } = await createActor(app, ['admin']);
  const warned = caller(url, token)<{ is_provider_insecure: boolean }>('GET', '/settings');
  expect((await warned).body.data.is_provider_insecure).toBe(true);
  const { body } = await call<{ is_provider_insecure: boolean }>('GET', '/settings');
  expect(body.data.is_provider_insecure).toBe(false);
});

test('without OIDC_ISSUER the library is not even loaded', () => {
  const sources = globSync('server/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  expect(sources.filter((source) => source.includes("import('openid-client')")).length).toBeGreaterThan(2);
  expect(sources.filter((source) => /^import (?!type\b).*'openid-client'/m.test(source))).toEqual([]);
});

test('without OIDC_ISSUER there is nothing', async () => {
  const none = new ProviderVisitor(app.url, (await createActor(app)).token);
  const { body } = await none.call<{ provider_label: null }>('GET', '/settings/public');
  expect(body.data.provider_label).toBeNull();
  for (const [method, path] of [
    ['POST', ''],
    ['GET', '/answer'],
    ['POST', '/sign-in'],
    ['POST', '/connection/finish'],
    ['DELETE', '/connection'],
  ] as const)
    expect((await none.call(method, `/auth/oidc${path}`, method === 'POST' ? {} : undefined)).body.code).toBe(
      'oidc_not_offered',
    );
  expect((await none.call<object>('GET', '/auth/oidc/connection')).body.data).toEqual({
    label: null,
    session_hours: null,
    connected_since: null,
  });
});
