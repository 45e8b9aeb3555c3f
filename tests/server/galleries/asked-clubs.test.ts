/**
 * A list of clubs puts an event or a gallery before their members only where who sends it may; the others are asked.
 * @module-tag long
 */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let own: string;
let other: string;
let head: Actor;
let member: Actor;
let me: Actor;
beforeEach(async () => {
  own = await createClub(app);
  other = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club: other }]);
  member = await createActor(app);
  await addMember(app, other, member.id);
  me = await createActor(app, [{ role: 'photographer', club: own }]);
});

type Place = { id: string; club_ids: string[]; pending_club_ids: string[] };
const gallery = (event: string) => createGallery(app, { event, createdBy: me.id });
const ways: [string, string, (who: Actor) => Promise<string>][] = [
  [
    'a new event',
    '/events',
    async (who) => {
      const body = {
        name: 'Cup',
        slug: crypto.randomUUID(),
        event_date: '2030-01-01',
        club_ids: [own, other],
      };
      return (await who.call<Place>('POST', '/events', body)).body.data.id;
    },
  ],
  [
    'an event that is there',
    '/events',
    async (who) => {
      const id = await createEvent(app, [own], who.id);
      await who.call('POST', `/events/${id}/clubs`, { club_ids: [own, other] });
      return id;
    },
  ],
  [
    'a new gallery',
    '/galleries',
    async (who) => {
      const event_id = await createEvent(app, [own]);
      const body = {
        name: 'Cup',
        event_id,
        photographer_id: me.id,
        visibility: 'club_restricted',
        club_ids: [other],
      };
      return (await who.call<Place>('POST', '/galleries', body)).body.data.id;
    },
  ],
  [
    'a gallery that is there',
    '/galleries',
    async (who) => {
      const id = await gallery(await createEvent(app, [own]));
      await who.call('PUT', `/galleries/${id}`, { club_ids: [other] });
      return id;
    },
  ],
  [
    'the access of a gallery',
    '/galleries',
    async (who) => {
      const id = await gallery(await createEvent(app, [own]));
      await who.call('POST', `/galleries/${id}/access`, { club_ids: [other] });
      return id;
    },
  ],
];
const told = async (who: Actor, kind: 'gallery_created' | 'club_asked') =>
  (
    await app.ctx.db
      .selectFrom('notification')
      .select('id')
      .where('user_id', '=', who.id)
      .where('kind', '=', kind)
      .execute()
  ).length;
const asked = async () =>
  (await head.call<{ asked: { id: string; kind: string }[] }>('GET', `/clubs/${other}/asked`)).body.data
    .asked;

describe.each(ways)('%s', (_, path, put) => {
  test('asks a foreign club, which counts for nothing until it agrees', async () => {
    const id = await put(me);
    const at = async () => (await me.call<Place>('GET', `${path}/${id}`)).body.data;
    expect((await at()).pending_club_ids).toEqual([other]);
    expect((await at()).club_ids).not.toContain(other);
    expect(await told(member, 'gallery_created')).toBe(0);
    const reads = async () => (await member.call('GET', `/galleries/${id}`)).status;
    if (path === '/galleries') expect(await reads()).toBe(403);
    const [request] = await asked();
    expect(await told(head, 'club_asked')).toBe(1);
    expect((await member.call('POST', `/clubs/${other}/asked/${request!.id}/agree`)).status).toBe(403);
    expect((await head.call('POST', `/clubs/${other}/asked/${request!.id}/agree`)).status).toBe(200);
    expect((await at()).club_ids).toContain(other);
    expect((await at()).pending_club_ids).toEqual([]);
    if (path !== '/galleries') return;
    expect(await reads()).toBe(200);
    expect(await told(member, 'gallery_created')).toBe(1);
    expect((await head.call('DELETE', `/galleries/${id}/clubs/${other}`)).status).toBe(200);
    expect(await reads()).toBe(403);
  });

  test('is forgotten when the club declines, or does not answer for 30 days', async () => {
    const declined = await put(me);
    const [request] = await asked();
    expect((await head.call('DELETE', `/clubs/${other}/asked/${request!.id}`)).status).toBe(200);
    const pending = async (id: string) =>
      (await me.call<Place>('GET', `${path}/${id}`)).body.data.pending_club_ids;
    expect(await pending(declined)).toEqual([]);
    const silent = await put(me);
    await app.ctx.db
      .updateTable('asked_club')
      .set({ asked_at: new Date(Date.now() - 30 * 86_400_000 - 1_000) })
      .execute();
    expect(await pending(silent)).toEqual([]);
    expect(await asked()).toEqual([]);
  });
});

describe.each([
  [
    'photographer there',
    () => [
      { role: 'photographer' as const, club: other },
      { role: 'photographer' as const, club: own },
    ],
  ],
  [
    'office there',
    () => [
      { role: 'club_admin' as const, club: other },
      { role: 'photographer' as const, club: own },
    ],
  ],
  ['photographer of the installation', () => ['photographer' as const]],
  ['administrator of the server', () => ['admin' as const, 'photographer' as const]],
])('%s', (_, grants) => {
  test.each(ways)('puts %s before its members at once', async (_, path, put) => {
    const who = await createActor(app, grants());
    me = who;
    const id = await put(who);
    const at = (await who.call<Place>('GET', `${path}/${id}`)).body.data;
    expect([at.club_ids.includes(other), at.pending_club_ids]).toEqual([true, []]);
  });
});

test('a gallery for clubs needs one that counts', async () => {
  const global = await createActor(app, ['photographer']);
  const event_id = await createEvent(app);
  const body = {
    name: 'Cup',
    event_id,
    photographer_id: global.id,
    visibility: 'club_restricted',
    club_ids: [other],
  };
  expect((await global.call('POST', '/galleries', body)).status).toBe(201);
  const id = await createGallery(app, { event: event_id, createdBy: me.id });
  const answer = await me.call('POST', `/galleries/${id}/access`, { club_ids: [other] });
  expect([answer.status, answer.body.code]).toEqual([422, 'gallery_needs_club']);
});
