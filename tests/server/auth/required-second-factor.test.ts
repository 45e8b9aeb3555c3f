import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import { relyingPartyAt } from '#server/features/accounts/passkeys/relying-party.ts';
import { fileOperations } from '#server/rest/file-routes.openapi.ts';
import { procedureOf } from '#server/rest/openapi.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  type Answer,
  addMember,
  caller,
  createActor,
  createClub,
  testPassword,
} from '#tests/support/actors.ts';
import { giveCodes, givePasskey } from '#tests/support/factors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let owner: Actor;
let club: string;
beforeAll(async () => {
  app = await startPhotoApp();
  app.ctx.relyingParty = relyingPartyAt('https://photos.club.example', null);
  owner = await createActor(app, ['superuser']);
  await giveCodes(app, owner.id);
  club = await createClub(app);
});
afterAll(() => app.close());

const began = Date.now();
const atDay = (days: number) => app.clock.set(new Date(began + days * dayMs));
const choose = (admin_second_factor: 'recommended' | 'required', who = owner) =>
  who.call<{ admin_second_factor: string }>('PUT', '/settings', { admin_second_factor });
beforeEach(async () => {
  atDay(0);
  await choose('recommended');
  await choose('required');
});

const said = ({ status, body }: Answer<unknown>) => (body.code ? [status, body.code] : status);
const needed = [403, 'second_factor_needed'];
type Advice = { needed_from: string | null; is_needed: boolean } | null;
const adviceOf = async ({ call }: Pick<Actor, 'call'>) =>
  (await call<{ second_factor_advice: Advice }>('GET', '/auth/me')).body.data.second_factor_advice;
const day = (days: number) => new Date(began + days * dayMs).toISOString();
/** Roles are given by the clock of the database. */
const roleGivenAfter = ({ id }: Actor, days: number) =>
  app.ctx.db
    .updateTable('role_assignment')
    .set({ created_at: new Date(began + days * dayMs) })
    .where('user_id', '=', id)
    .execute();

/** An account that has had its roles for long. */
async function administrator(...grants: Parameters<typeof createActor>[1] & object) {
  const made = await createActor(app, grants);
  await roleGivenAfter(made, -30);
  return made;
}
const clubAdmin = () => administrator({ role: 'club_admin', club });

describe('whoever requires a second factor', () => {
  test('has one, in the transaction that requires it', async () => {
    await choose('recommended');
    const admin = await createActor(app, ['admin']);
    expect(said(await choose('required', admin))).toEqual([409, 'own_second_factor_first']);
    expect((await choose('recommended')).body.data.admin_second_factor).toBe('recommended');
    await givePasskey(app, admin.id, 'former.example');
    expect(said(await choose('required', admin))).toEqual([409, 'own_second_factor_first']);
    await givePasskey(app, admin.id, 'photos.club.example');
    expect((await choose('required', admin)).body.data.admin_second_factor).toBe('required');
    expect((await admin.call('GET', '/settings')).body.data).toMatchObject({
      admin_second_factor: 'required',
    });
  });

  test('tells nobody who is not signed in', async () => {
    const { body } = await caller(app.url)('GET', '/settings/public');
    expect(JSON.stringify(body)).not.toContain('second_factor');
  });
});

describe('administrators without one', () => {
  test('have a week from when it was required, or from when they were given the first role', async () => {
    const early = await clubAdmin();
    const late = await createActor(app, ['admin']);
    await roleGivenAfter(late, 3);
    expect(await adviceOf(early)).toEqual({ needed_from: day(7), is_needed: false });
    expect(await adviceOf(late)).toEqual({ needed_from: day(10), is_needed: false });
    // Other settings, and requiring it once more, begin no new week.
    atDay(5);
    await choose('required');
    await owner.call('PUT', '/settings', { bin_days: 7 });
    expect(await adviceOf(early)).toEqual({ needed_from: day(7), is_needed: false });
    atDay(6.99);
    expect((await early.call('GET', '/clubs')).status).toBe(200);
    atDay(7);
    expect(said(await early.call('GET', '/clubs'))).toEqual(needed);
    expect((await late.call('GET', '/users')).status).toBe(200);
    atDay(10);
    expect(said(await late.call('GET', '/users'))).toEqual(needed);
    expect(await adviceOf(late)).toEqual({ needed_from: day(10), is_needed: true });
  });

  test('are everybody who administrates, and nobody else', async () => {
    const members = [await createActor(app), await createActor(app, ['photographer'])];
    await addMember(app, club, members[0]!.id);
    const administrators = [await administrator('superuser'), await administrator('club_admin')];
    atDay(8);
    for (const { call } of members) {
      expect((await call('GET', '/clubs')).status).toBe(200);
      expect(await adviceOf({ call })).toBeNull();
    }
    for (const { call } of administrators) expect(said(await call('GET', '/clubs'))).toEqual(needed);
    expect((await owner.call('GET', '/clubs')).status).toBe(200);
  });

  test('are advised where it is recommended, and do everything', async () => {
    await choose('recommended');
    const admin = await clubAdmin();
    atDay(60);
    // The session is of the time before.
    const call = caller(app.url, await opened(admin));
    expect(await adviceOf({ call })).toEqual({ needed_from: null, is_needed: false });
    expect((await call('GET', '/clubs')).status).toBe(200);
    await giveCodes(app, admin.id);
    expect(await adviceOf({ call })).toBeNull();
  });
});

const login = ({ username }: Actor) =>
  caller(app.url)<{ access_token: string; user: { second_factor_advice: Advice } }>('POST', '/auth/login', {
    username,
    password: testPassword,
  });
const opened = async (who: Actor) => (await login(who)).body.data.access_token;

describe('once the week is over', () => {
  test('a session opens what sets one up, itself and what is public; every other call and file is refused', async () => {
    const admin = await clubAdmin();
    atDay(8);
    const answer = await login(admin);
    expect(answer.body.data.user.second_factor_advice).toMatchObject({ is_needed: true });
    const call = caller(app.url, answer.body.data.access_token);
    const isNeeded = async (method: string, path: string) =>
      said(
        await call(
          method.toUpperCase(),
          path.replace(/\{\w+\}/g, admin.id),
          method === 'get' ? undefined : {},
        ),
      );
    const endsSession = ['auth.logout', 'auth.endOtherSessions'];
    for (const { method, path, procedure } of routes.filter((row) => !endsSession.includes(row.procedure))) {
      const { access, duringSetup } = procedureOf(procedure).meta ?? {};
      const opens = access === 'public' || duringSetup;
      const met = await isNeeded(method, path);
      expect([procedure, met]).toEqual([procedure, opens ? expect.not.arrayContaining(needed) : needed]);
    }
  });

  test('pictures and own data are refused, also those of a moment ago', async () => {
    const admin = await administrator('admin');
    const { id } = (await app.send(await quarters().jpeg().toBuffer())).body.data;
    const get = (path: string) =>
      fetch(`${app.url}/api${path}`, { headers: { Cookie: `clublens_session=${admin.token}` } });
    const pictures = [`/photos/${id}/download?size=small`, `/photos/${id}/download`, '/users/profile/export'];
    for (const path of pictures) {
      expect((await get(path)).status).toBe(200);
      expect((await get(path)).status).toBe(200);
    }
    // Nothing is written in between: what the process remembers of the session ends by time.
    atDay(7);
    for (const path of pictures) {
      const refused = await get(path);
      expect([refused.status, (await refused.json()).code]).toEqual(needed);
    }
    for (const { method, path } of fileOperations.filter(
      (route) => !/shared|options|calendar|unsubscribe|oidc/.test(`${route.path} ${route.method}`),
    )) {
      const to = path.replace(/\{\w+\}/g, id);
      const answer = await fetch(`${app.url}/api${to}`, {
        method: method.toUpperCase(),
        headers: {
          Cookie: `clublens_session=${admin.token}`,
          Origin: 'https://photos.club.example',
          'Tus-Resumable': '1.0.0',
        },
      });
      expect([method, to, answer.status]).toEqual([method, to, 403]);
      await answer.body?.cancel();
    }
  });

  test('an open live stream ends with the next message, and no new one is opened', async () => {
    const admin = await clubAdmin();
    const listen = () =>
      fetch(`${app.url}/trpc/live.page?input=%7B%7D`, {
        headers: { Cookie: `clublens_session=${admin.token}`, Accept: 'text/event-stream' },
      });
    const stream = await listen();
    let messages = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (word: string) => {
      while (!heard.includes(word)) {
        const { value, done } = await messages.read();
        if (done) throw new Error(`the stream ended without ${word}`);
        heard += value;
      }
    };
    await hear('"opened"');
    atDay(7);
    app.ctx.bus.publish({ topic: `user:${admin.id}`, kind: 'notification' });
    await hear('second_factor_needed');
    expect(heard).not.toContain('"notification"');
    await messages.cancel();
    messages = (await listen()).body!.pipeThrough(new TextDecoderStream()).getReader();
    heard = '';
    await hear('second_factor_needed');
    expect(heard).not.toContain('"opened"');
    await messages.cancel();
  });

  test('a session ends itself and others', async () => {
    const admin = await clubAdmin();
    atDay(8);
    const [first, second] = [await opened(admin), await opened(admin)].map((token) => caller(app.url, token));
    expect((await first!('POST', '/auth/sessions/end-others')).status).toBe(200);
    expect((await second!('GET', '/auth/me')).status).toBe(401);
    expect((await first!('POST', '/auth/logout')).status).toBe(200);
    expect((await first!('GET', '/auth/me')).status).toBe(401);
  });

  test('codes open everything again at once; without the last factor it ends at once', async () => {
    const admin = await clubAdmin();
    atDay(8);
    const call = caller(app.url, await opened(admin));
    expect(said(await call('GET', '/clubs'))).toEqual(needed);
    const { secret } = (await call<{ secret: string }>('POST', '/auth/second-factor')).body.data;
    expect(said(await call('GET', '/clubs'))).toEqual(needed);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: app.ctx.clock.now().getTime(),
    });
    expect((await call('POST', '/auth/second-factor/confirm', { code })).status).toBe(200);
    expect((await call('GET', '/clubs')).status).toBe(200);
    expect(await adviceOf({ call })).toBeNull();
    await givePasskey(app, admin.id, 'photos.club.example');
    expect((await call('DELETE', '/auth/second-factor')).status).toBe(200);
    expect((await call('GET', '/clubs')).status).toBe(200);
    const { passkeys } = (await call<{ passkeys: { id: string }[] }>('GET', '/auth/passkeys')).body.data;
    expect((await call('DELETE', `/auth/passkeys/${passkeys[0]!.id}`)).status).toBe(200);
    expect(said(await call('GET', '/clubs'))).toEqual(needed);
  });

  test('a passkey counts at the address of the server alone', async () => {
    const admin = await clubAdmin();
    await givePasskey(app, admin.id, 'former.example');
    atDay(8);
    expect(said(await admin.call('GET', '/clubs'))).toEqual(needed);
    await givePasskey(app, admin.id, 'photos.club.example');
    expect((await admin.call('GET', '/clubs')).status).toBe(200);
  });

  test('the password alone opens no session of an account that has passkeys and no codes', async () => {
    const [admin, member] = [await clubAdmin(), await createActor(app)];
    for (const { id } of [admin, member]) await givePasskey(app, id, 'photos.club.example');
    atDay(6.9);
    expect((await login(admin)).status).toBe(200);
    atDay(7);
    expect(said(await login(admin))).toEqual([403, 'passkey_required']);
    expect((await login(member)).status).toBe(200);
    const wrong = await caller(app.url)('POST', '/auth/login', { username: admin.username, password: 'no' });
    expect(said(wrong)).toEqual([401, 'login_failed']);
    await giveCodes(app, admin.id);
    expect(said(await login(admin))).toEqual([401, 'second_factor_required']);
  });

  test('it ends with the role, and where it is only recommended again', async () => {
    const admin = await clubAdmin();
    const other = await administrator('admin');
    atDay(8);
    expect(said(await admin.call('GET', '/clubs'))).toEqual(needed);
    await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', admin.id).execute();
    expect((await admin.call('GET', '/clubs')).status).toBe(200);
    await choose('recommended');
    expect((await other.call('GET', '/clubs')).status).toBe(200);
    await choose('required');
    expect(await adviceOf(other)).toEqual({ needed_from: day(15), is_needed: false });
  });
});
