/** @module-tag long */
import { inspect } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#server/contract/lifetimes.ts';
import type { PushDevice } from '#server/contract/schemas/web-push.ts';
import { queueWebPushes } from '#server/features/administration/web-push/queue-web-pushes.ts';
import { createPushTransport } from '#server/features/administration/web-push/sending/push-transport.ts';
import { sendWebPush } from '#server/jobs/handlers/send-web-push.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { createLogger } from '#server/logger.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
  testPassword,
} from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import {
  addReference,
  createClubPerson,
  embeddingAt,
  makeGuardian,
  sayFind,
} from '#tests/support/club-people.ts';
import { createPersonOf } from '#tests/support/faces.ts';
import { letTimePass, testRunner } from '#tests/support/jobs.ts';
import { type PushBrowser, startPushService } from '#tests/support/push-service.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const service = await startPushService();
const lines: string[] = [];
const app = startTestAppBeforeAll();
/** What is logged, at whatever level. */
const log = createLogger('silent');
for (const level of ['debug', 'info', 'warn', 'error'] as const)
  log[level] = (...said: unknown[]) => void lines.push(inspect(said, { depth: 9 }));
afterAll(() => service?.close());

let club: string;
let admin: Actor;
let mother: Actor;
let editor: Actor;
let mia: string;
let gallery: string;

describe.skipIf(!service)('phones', () => {
  world(async () => {
    // Jobs are stored and run, unlike in other tests.
    Object.assign(app.ctx.jobs, createJobQueue());
    Object.assign(app.ctx.push, { reach: service!.reach });
    club = await createClub(app);
    admin = await createActor(app, ['admin'], 'admin');
    mother = await createActor(app, [], 'mother');
    editor = await createActor(app, [], 'editor');
    await addMember(app, club, mother.id);
    await addMember(app, club, editor.id);
    gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
    mia = await createClubPerson(app, club, { name: 'Mia' });
    await makeGuardian(app, mia, mother.id);
    await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
    await addReference(app, mia, embeddingAt(0));
    await admin.call('PUT', '/settings', { web_push: true });
    return app;
  });
  beforeEach(() => {
    service!.received.length = 0;
    service!.answer = 201;
    lines.length = 0;
  });

  const tell = (by: Actor, to: PushBrowser, language = 'en') =>
    by.call('PUT', '/notifications/device', {
      endpoint: to.endpoint,
      p256dh: to.p256dh,
      auth: to.auth,
      language,
    });
  const deviceOf = async (by: Actor) => (await by.call<PushDevice>('GET', '/notifications/device')).body.data;
  const told = async (by = mother, language?: string) => {
    const to = service!.browser();
    expect((await tell(by, to, language)).status).toBe(200);
    return to;
  };
  /** The same account on one more device. */
  async function signedInAgain(as: Actor): Promise<Actor> {
    const { body } = await caller(app.url)<{ access_token: string }>('POST', '/auth/login', {
      username: as.username,
      password: testPassword,
    });
    return { ...as, token: body.data.access_token, call: caller(app.url, body.data.access_token) };
  }

  let side = 100;
  /** Photos with Mia, or with somebody else, added at a time. */
  async function addPhotos(count: number, at: Date, into = gallery, distance = 0.03): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      side = 100 + ((side - 99) % 20);
      ids.push((await createPersonOf(app, into, embeddingAt(0, distance, side))).photo);
    }
    await app.ctx.db.updateTable('photo').set({ created_at: at }).where('id', 'in', ids).execute();
    return ids;
  }
  /** 19:30 of the day after tomorrow or later: sessions, texts and roles of the tests are older. */
  function eveningOf(day = 0, hours = 19, minutes = 30): Date {
    const now = new Date(Date.now() + (day + 1) * dayMs);
    now.setHours(hours, minutes, 0, 0);
    return now;
  }
  const afternoonOf = (day = 0) => new Date(eveningOf(day).getTime() - 5 * hourMs);

  const handler = () =>
    sendWebPush({
      ...app.ctx,
      log,
      pushTransport: createPushTransport(service!.reach, app.ctx.tokens.pushKeys, 'mailto:club@example.org'),
    });
  /** What phones got since the last call, as they are told. */
  async function evening(now: Date, runners = 1) {
    const before = service!.received.length;
    app.clock.set(now);
    await queueWebPushes(app.ctx);
    await deliver(runners);
    return service!.received.slice(before);
  }
  async function deliver(runners = 1): Promise<void> {
    await letTimePass(app.database);
    const all = Array.from({ length: runners }, () =>
      testRunner(app.database, { 'send-web-push': handler() }, { log }),
    );
    await Promise.all(all.map((runner) => runner.whenIdle()));
    await Promise.all(all.map((runner) => runner.stop()));
  }

  describe('are told', () => {
    test('how many photos of the family are new, without a name or a gallery, once an evening', async () => {
      const phone = await told();
      await addPhotos(3, afternoonOf());
      await addPhotos(2, afternoonOf(), gallery, 0.2);
      const [message, ...others] = await evening(eveningOf());
      expect(others).toEqual([]);
      expect(phone.read(message!.body)).toEqual({ title: '3 new photos' });
      expect(message!.path).toBe(new URL(phone.endpoint).pathname);
      // Later ones are told of the next evening, and those only.
      await addPhotos(1, eveningOf(0, 19, 40));
      expect(await evening(eveningOf(0, 20, 30))).toEqual([]);
      const [next] = await evening(eveningOf(1));
      expect(phone.read(next!.body)).toEqual({ title: '1 new photo' });
      expect(await evening(eveningOf(2))).toEqual([]);
    });

    test('in the language of the account, or else of the page', async () => {
      const phone = await told(mother, 'de');
      await addPhotos(2, afternoonOf());
      const [message] = await evening(eveningOf());
      expect(phone.read(message!.body)).toEqual({ title: '2 neue Fotos' });
      await app.ctx.db.updateTable('app_user').set({ language: 'en' }).where('id', '=', mother.id).execute();
      await addPhotos(2, afternoonOf(1));
      const [next] = await evening(eveningOf(1));
      expect(phone.read(next!.body)).toEqual({ title: '2 new photos' });
    });

    test('once for two children, with photos of both counted once', async () => {
      const leo = await createClubPerson(app, club, { name: 'Leo' });
      await makeGuardian(app, leo, mother.id);
      await sayFind(app, leo, 'yes', { by: mother.id, as: 'guardian' });
      await addReference(app, leo, embeddingAt(3));
      const phone = await told();
      await addPhotos(2, afternoonOf());
      const { photo } = await createPersonOf(app, gallery, embeddingAt(3, 0.03, 90));
      await app.ctx.db
        .updateTable('photo')
        .set({ created_at: afternoonOf() })
        .where('id', '=', photo)
        .execute();
      const messages = await evening(eveningOf());
      expect(messages.map(({ body }) => phone.read(body))).toEqual([{ title: '3 new photos' }]);
    });

    test('each device of an account, and each account of a family', async () => {
      const father = await createActor(app, [], 'father');
      await addMember(app, club, father.id);
      await makeGuardian(app, mia, father.id);
      await told();
      await told(await signedInAgain(mother));
      await told(father);
      await addPhotos(1, afternoonOf());
      expect(await evening(eveningOf())).toHaveLength(3);
    });

    test('nothing of what was there before, was seen on the page, or is of another club’s public gallery', async () => {
      await addPhotos(1, new Date(Date.now() - hourMs));
      await told();
      const elsewhere = await createGallery(app, {
        event: await createEvent(app, [await createClub(app, 'Other')]),
        visibility: 'public',
        createdBy: editor.id,
      });
      await addPhotos(1, afternoonOf(), elsewhere);
      expect(await evening(eveningOf())).toEqual([]);
      await addPhotos(1, afternoonOf(1));
      app.clock.set(eveningOf(1));
      await mother.call('PUT', `/my-photos/${mia}/seen`, { seen_until: afternoonOf(1).toISOString() });
      expect(await evening(eveningOf(1))).toEqual([]);
    });

    test('of a gallery when its upload is over and its photos are analysed', async () => {
      await told();
      await addPhotos(1, afternoonOf());
      const [late] = await addPhotos(1, eveningOf(0, 19, 25));
      await app.ctx.db
        .updateTable('photo_analysis')
        .set({ status: 'pending' })
        .where('photo_id', '=', late!)
        .execute();
      expect(await evening(eveningOf())).toEqual([]);
      // Looked for again half an hour later, and not before.
      expect(await evening(eveningOf(0, 19, 45))).toEqual([]);
      expect(await evening(eveningOf(0, 20, 5))).toEqual([]);
      await app.ctx.db
        .updateTable('photo_analysis')
        .set({ status: 'completed' })
        .where('photo_id', '=', late!)
        .execute();
      expect(await evening(eveningOf(0, 20, 40))).toHaveLength(1);
    });

    test('in the evening alone', async () => {
      await told();
      await addPhotos(1, afternoonOf());
      expect(await evening(eveningOf(0, 18, 59))).toEqual([]);
      expect(await evening(eveningOf(0, 22, 0))).toEqual([]);
      expect(await evening(eveningOf(1, 3, 0))).toEqual([]);
      expect(await evening(eveningOf(1, 19, 0))).toHaveLength(1);
    });

    test('not what only editors have linked while nobody has agreed', async () => {
      await told();
      const [photo] = await addPhotos(1, afternoonOf());
      expect(photo).toBeDefined();
      await app.ctx.db.deleteFrom('consent').where('club_person_id', '=', mia).execute();
      expect(await evening(eveningOf())).toEqual([]);
      expect((await deviceOf(mother)).is_told).toBe(false);
    });
  });

  describe('are told no more', () => {
    const ends: [string, () => Promise<unknown>][] = [
      ['signs out', () => mother.call('POST', '/auth/logout', {})],
      ['is signed out by an administrator', () => admin.call('POST', `/users/${mother.id}/end-sessions`)],
      [
        'has a new password',
        async () =>
          (await signedInAgain(mother)).call('PUT', '/users/change-password', {
            current_password: testPassword,
            new_password: 'another horse battery',
          }),
      ],
      ['is deactivated', () => admin.call('PUT', `/users/${mother.id}`, { is_active: false })],
      ['is deleted', () => admin.call('DELETE', `/users/${mother.id}`)],
      ['leaves the club', () => mother.call('POST', `/clubs/${club}/leave`)],
      ['is removed from the club', () => admin.call('DELETE', `/clubs/${club}/members/${mother.id}`)],
      [
        'is no guardian any more',
        () =>
          app.ctx.db
            .updateTable('guardianship')
            .set({ state: 'ended', ended_at: new Date() })
            .where('user_id', '=', mother.id)
            .execute(),
      ],
      ['says no to finding', () => sayFind(app, mia, 'no', { by: mother.id, as: 'guardian' })],
      ['switches it off on the device', () => mother.call('DELETE', '/notifications/device')],
      ['has an installation that switched it off', () => admin.call('PUT', '/settings', { web_push: false })],
      [
        'has a session that ended by itself',
        () =>
          app.ctx.db
            .updateTable('session')
            .set({ expires_at: new Date() })
            .where('user_id', '=', mother.id)
            .execute(),
      ],
    ];
    test.each(ends)('when their owner %s', async (_how, end) => {
      await told();
      await addPhotos(1, afternoonOf());
      await end();
      expect(await evening(eveningOf())).toHaveLength(0);
      expect(await app.ctx.db.selectFrom('web_push_device').selectAll().execute()).toEqual([]);
    });

    test.each(ends)('also between the queue and the sending, when their owner %s', async (_how, end) => {
      await told();
      await addPhotos(1, afternoonOf());
      app.clock.set(eveningOf());
      expect(await queueWebPushes(app.ctx)).toBe(1);
      app.clock.set(null);
      await end();
      app.clock.set(eveningOf());
      await deliver();
      expect(service!.received.map(({ path }) => path)).toEqual([]);
    });

    test.each([404, 410])('when the service says %i', async (status) => {
      await told();
      await addPhotos(1, afternoonOf());
      service!.answer = status;
      expect(await evening(eveningOf())).toHaveLength(1);
      expect((await deviceOf(mother)).is_told).toBe(false);
      service!.answer = 201;
      expect(await evening(eveningOf(1))).toEqual([]);
    });
  });

  describe('of which a service does not take the message', () => {
    test('are tried again, and only those', async () => {
      const other = await signedInAgain(mother);
      const [first, second] = [await told(), await told(other)];
      await addPhotos(1, afternoonOf());
      service!.answer = 503;
      const tried = await evening(eveningOf());
      expect(new Set(tried.map(({ path }) => path)).size).toBe(2);
      // One of the two is taken at the next attempt.
      await app.ctx.db
        .updateTable('web_push_device')
        .set({ told_on: app.ctx.clock.today() })
        .where(
          'session_id',
          '=',
          (
            await app.ctx.db
              .selectFrom('web_push_device')
              .select('session_id')
              .orderBy('id')
              .executeTakeFirstOrThrow()
          ).session_id,
        )
        .execute();
      service!.answer = 201;
      service!.received.length = 0;
      await deliver();
      expect(service!.received).toHaveLength(1);
      expect(
        [first, second].some((phone) => service!.received[0]!.path === new URL(phone.endpoint).pathname),
      ).toBe(true);
      await deliver();
      expect(service!.received).toHaveLength(1);
    });

    test('are given up in the evening, and told the next', async () => {
      await told();
      await addPhotos(1, afternoonOf());
      service!.answer = 429;
      await evening(eveningOf());
      for (let i = 0; i < 6; i += 1) await deliver();
      expect(service!.received).toHaveLength(5);
      expect(await evening(eveningOf(0, 21))).toEqual([]);
      service!.answer = 201;
      expect(await evening(eveningOf(1))).toHaveLength(1);
    });

    test('are not tried again where it refuses them', async () => {
      await told();
      await addPhotos(1, afternoonOf());
      service!.answer = 403;
      expect(await evening(eveningOf())).toHaveLength(1);
      await deliver();
      expect(await evening(eveningOf(0, 20, 30))).toEqual([]);
    });
  });

  test('are told once by two processes, and once where one was killed before it noted the answer', async () => {
    await told();
    await told(await signedInAgain(mother));
    await addPhotos(1, afternoonOf());
    expect(await evening(eveningOf(), 2)).toHaveLength(2);
    // As a process that was killed leaves it: the job runs again.
    await app.ctx.db
      .transaction()
      .execute((trx) =>
        app.ctx.jobs.enqueue(trx, 'send-web-push', [{ user_id: mother.id, day: app.ctx.clock.today() }]),
      );
    await deliver(2);
    expect(service!.received).toHaveLength(2);
  });

  test('and their addresses and keys stand in no log, in no answer and in no row', async () => {
    const phone = await told();
    await addPhotos(1, afternoonOf());
    for (const status of [503, 403, 410]) {
      service!.answer = status;
      await evening(eveningOf());
      await deliver();
      await app.ctx.db.updateTable('web_push_device').set({ told_on: null }).execute();
    }
    expect(lines.join()).toContain('a message to a phone was refused');
    const kept = JSON.stringify([
      lines,
      await app.ctx.db.selectFrom('web_push_device').selectAll().execute(),
      await deviceOf(mother),
    ]);
    for (const secret of [
      new URL(phone.endpoint).pathname.slice(6),
      phone.p256dh,
      phone.auth,
      new URL(phone.endpoint).host,
    ])
      expect(kept).not.toContain(secret);
  });

  describe('are offered', () => {
    test('where the installation has switched it on and names a contact, to families who agreed to be found', async () => {
      expect(await deviceOf(mother)).toMatchObject({ is_offered: true, is_told: false });
      expect(await deviceOf(editor)).toMatchObject({ is_offered: false });
      expect((await tell(editor, service!.browser())).body.code).toBe('push_not_offered');
      Object.assign(app.ctx.push, { contact: null });
      expect(await deviceOf(mother)).toMatchObject({ is_offered: false });
      Object.assign(app.ctx.push, { contact: 'mailto:club@example.org' });
      await admin.call('PUT', '/settings', { web_push: false });
      expect((await tell(mother, service!.browser())).body.code).toBe('push_not_offered');
      expect((await mother.call('PUT', '/settings', { web_push: true })).status).toBe(403);
    });

    test('at services of the list alone, with keys that are some', async () => {
      const to = service!.browser();
      const refused = async (changed: Partial<PushBrowser>) => {
        const { status, body } = await tell(mother, { ...to, ...changed });
        return [status, body.code];
      };
      expect(await refused({ endpoint: to.endpoint.replace('push.test', 'evil.example') })).toEqual([
        422,
        'push_service_unknown',
      ]);
      expect(await refused({ endpoint: 'no address' })).toEqual([422, 'field_invalid']);
      expect(await refused({ p256dh: 'A'.repeat(87) })).toEqual([422, 'field_invalid']);
      expect(await refused({ auth: 'short' })).toEqual([422, 'field_invalid']);
    });

    test('for ten devices of an account; each session and each browser is one', async () => {
      const sessions = [mother];
      while (sessions.length < 11) sessions.push(await signedInAgain(mother));
      for (const by of sessions.slice(0, 10)) await told(by);
      expect((await tell(sessions[10]!, service!.browser())).body.code).toBe('push_devices_enough');
      // Again on the same device, which has another address by now.
      const phone = await told(mother);
      expect((await tell(sessions[10]!, phone)).status).toBe(200);
      expect((await deviceOf(mother)).is_told).toBe(false);
      await sessions[3]!.call('POST', '/auth/logout', {});
      await told(mother);
    });

    test('to sessions, and to no key for programs', async () => {
      const { call } = await giveKey(app, mother, 'manage');
      const { endpoint, p256dh, auth } = service!.browser();
      const { status } = await call('PUT', '/notifications/device', {
        endpoint,
        p256dh,
        auth,
        language: 'en',
      });
      expect(status).toBe(403);
      expect((await call('GET', '/notifications/device')).status).toBe(403);
    });
  });

  test('of nobody are known for long: what they were told of is deleted after a week', async () => {
    await told();
    await addPhotos(1, afternoonOf());
    await evening(eveningOf());
    const rows = () => app.ctx.db.selectFrom('web_push_evening').selectAll().execute();
    expect(await rows()).toMatchObject([{ state: 'done', gallery_ids: [gallery] }]);
    await admin.call('PUT', '/settings', { web_push: false });
    await evening(new Date(eveningOf(8).getTime() + minuteMs));
    expect(await rows()).toEqual([]);
  });
});
