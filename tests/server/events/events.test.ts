import { describe, expect, test } from 'vitest';
import type { EventDetail } from '#server/contract/schemas/events.ts';
import { newId } from '#server/ids.ts';
import { type Actor, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

type Event = {
  id: string;
  name: string;
  event_date: string;
  is_past: boolean;
  removable_clubs: { id: string; name: string }[];
  clubs: { id: string }[];
  club_names: string;
  permissions: object;
};
type Page = { events: Event[]; total: number; stats: { total: number; upcoming: number; mine: number } };
const day = (offset: number) => {
  const date = new Date();
  date.setDate(date.getDate() + offset);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};
let count = 0;
const input = (fields: object = {}) => ({
  name: 'Summer cup',
  slug: `summer-cup-${++count}`,
  description: '',
  event_date: day(1),
  ...fields,
});

describe('events', () => {
  test('are created with their clubs, or not at all', async () => {
    const user = await createActor(app, ['photographer']);
    const [a, b] = [await createClub(app, 'A'), await createClub(app, 'B')];
    const made = await user.call<EventDetail>('POST', '/events/', { ...input(), club_ids: [b, a, b] });
    expect(made.body.data.clubs.map(({ name }) => name)).toEqual(['A', 'B']);
    const count = async () => (await user.call<{ total: number }>('GET', '/events/')).body.data.total;
    const before = await count();
    for (const unknown of [newId(), 'nothing']) {
      const refused = await user.call('POST', '/events/', { ...input(), club_ids: [a, unknown] });
      expect([refused.status, refused.body.code]).toEqual([404, 'club_not_found']);
    }
    expect(await count()).toBe(before);
  });

  test('photographers, club admins and administrators create; members do not', async () => {
    const club = await createClub(app);
    for (const grant of [
      'photographer',
      'club_admin',
      'admin',
      { role: 'club_admin', club } as const,
    ] as const)
      expect((await (await createActor(app, [grant])).call('POST', '/events/', input())).status).toBe(201);
    const refused = await (await createActor(app)).call('POST', '/events/', input());
    expect([refused.status, refused.body.code]).toEqual([403, 'event_create_forbidden']);
  });

  test('the date is today or later when creating; a past one may stay when editing', async () => {
    const user = await createActor(app, ['photographer']);
    expect((await user.call('POST', '/events', input({ event_date: day(0) }))).status).toBe(201);
    const late = await user.call('POST', '/events', input({ event_date: day(-1) }));
    expect([late.status, late.body.detail]).toEqual([
      422,
      [{ field: 'event_date', msg: 'The event date cannot be in the past' }],
    ]);
    for (const event_date of ['2026-02-30', '01.02.2030', 'soon', 20_300_101, null])
      expect((await user.call('POST', '/events', input({ event_date }))).status).toBe(422);
    const id = await createEvent(app, [], user.id);
    await app.ctx.db.updateTable('event').set({ event_date: '2020-01-01' }).where('id', '=', id).execute();
    const kept = await user.call<Event>('PUT', `/events/${id}`, {
      name: 'Renamed',
      event_date: '2020-01-01',
    });
    expect([kept.status, kept.body.data.name, kept.body.data.is_past]).toEqual([200, 'Renamed', true]);
    expect((await user.call('PUT', `/events/${id}`, { event_date: '2020-01-02' })).status).toBe(422);
  });

  test('name and slug follow the rules; a taken slug is a conflict', async () => {
    const user = await createActor(app, ['admin']);
    const { body } = await user.call('POST', '/events', input({ name: 'ab', slug: 'A b' }));
    expect(body.detail).toEqual([
      { field: 'name', msg: 'Name must be at least 3 characters' },
      { field: 'slug', msg: 'Slug may only contain lowercase letters, digits and hyphens' },
    ]);
    await user.call('POST', '/events', input({ slug: 'the-same' }));
    const again = await user.call('POST', '/events', input({ slug: 'the-same' }));
    expect([again.status, again.body.code]).toEqual([409, 'event_slug_taken']);
  });

  test('only the creator and administrators manage', async () => {
    const owner = await createActor(app, ['photographer']);
    const other = await createActor(app, ['photographer', 'club_admin']);
    const id = await createEvent(app, [], owner.id);
    expect((await other.call('PUT', `/events/${id}`, { name: 'Mine now' })).status).toBe(403);
    expect((await other.call('DELETE', `/events/${id}`)).status).toBe(403);
    expect((await owner.call('PUT', `/events/${id}`, { location: 'Town hall' })).status).toBe(200);
    expect((await owner.call('DELETE', `/events/${id}`)).status).toBe(200);
  });

  test('clubs are replaced as a whole, or not at all', async () => {
    const owner = await createActor(app, ['photographer']);
    const [a, b, c] = [await createClub(app, 'A'), await createClub(app, 'B'), await createClub(app, 'C')];
    const id = await createEvent(app, [a], owner.id);
    const set = (club_ids: unknown) =>
      owner.call<{ clubs: { id: string }[] }>('POST', `/events/${id}/clubs`, { club_ids });
    expect((await set([b, c, b])).body.data.clubs.map((x) => x.id)).toEqual([b, c]);
    expect((await set([a, 'nonsense'])).status).toBe(404);
    expect((await set('all')).status).toBe(422);
    expect((await owner.call<Event>('GET', `/events/${id}`)).body.data.club_names).toBe('B, C');
    expect((await owner.call('DELETE', `/events/${id}/clubs/${b}`)).status).toBe(200);
    expect((await owner.call('DELETE', `/events/${id}/clubs/${b}`)).status).toBe(404);
  });

  test('administrators of a club take it off an event of somebody else, and no other club', async () => {
    const [own, foreign] = [await createClub(app, 'Own'), await createClub(app, 'Foreign')];
    const id = await createEvent(app, [own, foreign], (await createActor(app, ['photographer'])).id);
    const head = await createActor(app, [{ role: 'club_admin', club: own }]);
    const stranger = await createActor(app, [
      'photographer',
      { role: 'club_admin', club: await createClub(app) },
    ]);
    const event = await head.call<Event>('GET', `/events/${id}`);
    expect(event.body.data.removable_clubs).toEqual([{ id: own, name: 'Own' }]);
    expect(event.body.data.permissions).toMatchObject({ can_manage: false, can_delete: false });
    const remove = async (who: Actor, club: string) =>
      (await who.call('DELETE', `/events/${id}/clubs/${club}`)).status;
    expect([await remove(stranger, own), await remove(head, foreign)]).toEqual([403, 403]);
    expect((await head.call('POST', `/events/${id}/clubs`, { club_ids: [] })).status).toBe(403);
    expect(await remove(head, own.toUpperCase())).toBe(200);
    expect((await head.call<Event>('GET', `/events/${id}`)).body.data).toMatchObject({
      club_ids: [foreign],
      removable_clubs: [],
    });
    expect(await remove(head, own)).toBe(403);
  });

  test('an event with galleries is not deleted; the answer says how many', async () => {
    const admin = await createActor(app, ['admin']);
    const id = await createEvent(app);
    await createGallery(app, { event: id });
    const refused = await admin.call('DELETE', `/events/${id}`);
    expect([
      refused.status,
      refused.body.code,
      (refused.body as unknown as { params: object }).params,
    ]).toEqual([409, 'event_has_galleries', { count: 1 }]);
    expect((await admin.call('DELETE', `/events/${await createEvent(app)}`)).status).toBe(200);
  });

  test('a year the calendar does not have is no date', async () => {
    const admin = await createActor(app, ['admin']);
    expect((await admin.call('GET', '/events?from_date=0000-01-01')).status).toBe(422);
    expect((await admin.call('GET', '/events?to_date=9999-12-31')).status).toBe(200);
  });

  test('filters: text, club, from, to, mine; pages are bounded', async () => {
    const user = await createActor(app, ['photographer']);
    const club = await createClub(app);
    const past = await createEvent(app, [club], user.id);
    await app.ctx.db
      .updateTable('event')
      .set({ event_date: day(-3), name: 'Xylophon_night' })
      .where('id', '=', past)
      .execute();
    const next = await createEvent(app, [club], user.id);
    const list = async (query: string) => (await user.call<Page>('GET', `/events/?${query}`)).body.data;
    expect((await list('search=xylophon_')).events.map((e) => e.id)).toEqual([past]);
    expect((await list(`club_id=${club}&from_date=${day(0)}`)).events.map((e) => e.id)).toEqual([next]);
    expect((await list(`club_id=${club}&to_date=${day(-1)}`)).events.map((e) => e.id)).toEqual([past]);
    expect((await user.call<Page>('GET', '/events/my-events')).body.data.total).toBe(2);
    const today = await createEvent(app, [club], user.id);
    await app.ctx.db
      .updateTable('event')
      .set({ event_date: day(0) })
      .where('id', '=', today)
      .execute();
    const ids = async (query: string) => (await list(`club_id=${club}&${query}`)).events.map((e) => e.id);
    expect(await ids(`from_date=${day(0)}`)).toEqual([today, next]);
    expect(await ids(`to_date=${day(0)}`)).toEqual([today, past]);
    expect(await ids(`from_date=${day(-3)}&to_date=${day(-3)}`)).toEqual([past]);
    const { events, stats } = await list(`club_id=${club}`);
    expect(events.map((e) => [e.id, e.is_past])).toEqual([
      [next, false],
      [today, false],
      [past, true],
    ]);
    const before = (await list('')).stats;
    await createEvent(app, [], user.id);
    const late = await createEvent(app);
    await app.ctx.db
      .updateTable('event')
      .set({ event_date: day(-1) })
      .where('id', '=', late)
      .execute();
    expect(stats).toEqual(before);
    expect((await list('')).stats).toEqual({
      total: before.total + 2,
      upcoming: before.upcoming + 1,
      mine: before.mine + 1,
    });
    for (const query of ['limit=0', 'limit=501', 'limit=1e9', 'offset=-1', 'limit=x', 'from_date=yesterday'])
      expect((await user.call('GET', `/events/?${query}`)).status).toBe(422);
  });
});
