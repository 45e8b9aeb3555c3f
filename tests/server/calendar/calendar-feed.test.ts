import { Writable } from 'node:stream';
import ICAL from 'ical.js';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { getFeed } from '#server/features/clubs/calendar/calendar-feed.ts';
import { type Actor, addMember, createActor, createClub, createEvent } from '#tests/support/actors.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const publicUrl = 'https://photos.club.example';
const logged: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (line, _encoding, done) => {
      logged.push(String(line));
      done();
    },
  }),
);

let app: TestApp;
let club: string;
let parent: Actor;
beforeAll(async () => {
  app = await startTestApp({ log, mail: { from: 'photos@club.example', publicUrl } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await emptyTables(app.ctx.db);
  app.clock.set(new Date('2026-05-01T12:00:00Z'));
  club = await createClub(app);
  parent = await createActor(app, [], 'parent');
  await addMember(app, club, parent.id);
});

type Feed = { created_at: string | null; url: string | null };
const feedOf = async (actor: Actor) => (await actor.call<Feed>('GET', '/users/profile/calendar')).body.data;

/** The address of a feed on this machine: the feed itself names the public one. */
async function createFeed(actor: Actor): Promise<string> {
  const { status, body } = await actor.call<Feed>('POST', '/users/profile/calendar');
  expect(status).toBe(201);
  expect(body.data.url).toMatch(/^https:\/\/photos\.club\.example\/api\/calendar\/[\w-]{43}\.ics$/);
  return app.url + new URL(body.data.url ?? '').pathname;
}

async function newEvent(fields: Record<string, unknown>, clubs = [club]): Promise<string> {
  const id = await createEvent(app, clubs);
  await app.ctx.db.updateTable('event').set(fields).where('id', '=', id).execute();
  return id;
}

/** The calendar as a program of another maker reads it. */
async function readFeed(address: string) {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) };
}
const summaries = async (address: string) => (await readFeed(address)).events.map((event) => event.summary);

test('there is no address until it is asked for', async () => {
  expect(await feedOf(parent)).toEqual({ created_at: null, url: null });
  const address = await createFeed(parent);
  expect(new URL((await feedOf(parent)).url ?? '').pathname).toBe(new URL(address).pathname);
  const rows = await app.ctx.db.selectFrom('calendar_feed').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(address.slice(-47, -4));
});

describe('the feed', () => {
  test('holds an event as its calendar date, whatever the text', async () => {
    const name = 'Final; halves, “Süd” \\ Nord';
    const description = `First line\nBEGIN:VEVENT\r\n${'Lange Beschreibung über alles, '.repeat(6)}`;
    const id = await newEvent({
      name,
      description,
      location: 'Halle 2, Ort; Straße',
      event_date: '2026-12-31',
      updated_at: new Date('2026-04-05T06:07:08Z'),
    });
    const { calendar, events } = await readFeed(await createFeed(parent));
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event!.summary).toBe(name);
    expect(event!.description).toBe(`FC Test\n\n${description.replace('\r\n', '\n')}`);
    expect(event!.location).toBe('Halle 2, Ort; Straße');
    expect(event!.uid).toBe(`${id}@clublens`);
    expect([event!.startDate.isDate, event!.startDate.toString()]).toEqual([true, '2026-12-31']);
    expect([event!.endDate.isDate, event!.endDate.toString()]).toEqual([true, '2027-01-01']);
    const value = (property: string) => String(event!.component.getFirstPropertyValue(property));
    expect(value('last-modified')).toBe('2026-04-05T06:07:08Z');
    expect(value('url')).toBe(`${publicUrl}/events/${id}/galleries`);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Events of my clubs');
  });

  test("is named in the reader's language", async () => {
    await parent.call('PUT', '/users/profile/language', { language: 'de' });
    const { calendar } = await readFeed(await createFeed(parent));
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Termine meiner Vereine');
  });

  test('holds the events of clubs that one belongs to, from a year ago on, each once', async () => {
    const [waiting, other, administered] = [
      await createClub(app),
      await createClub(app),
      await createClub(app),
    ];
    const reader = await createActor(app, [{ role: 'club_admin', club: administered }]);
    await addMember(app, club, reader.id);
    await addMember(app, waiting, reader.id, 'pending');
    await newEvent({ name: 'Of two of my clubs' }, [club, administered]);
    await newEvent({ name: 'Of the club I administer' }, [administered]);
    await newEvent({ name: 'Of a club that has not accepted me' }, [waiting]);
    await newEvent({ name: 'Of another club' }, [other]);
    await newEvent({ name: 'A year ago', event_date: '2025-05-01' });
    await newEvent({ name: 'Too long ago', event_date: '2025-04-30' });
    expect((await summaries(await createFeed(reader))).sort()).toEqual([
      'A year ago',
      'Of the club I administer',
      'Of two of my clubs',
    ]);
  });

  test('follows the rights of the moment: who leaves the club sees its events no more', async () => {
    await newEvent({ name: 'Training' });
    const address = await createFeed(parent);
    expect(await summaries(address)).toEqual(['Training']);
    expect((await parent.call('POST', `/clubs/${club}/leave`)).status).toBe(200);
    expect(await summaries(address)).toEqual([]);
  });

  test('is read again only when something has changed', async () => {
    const event = await newEvent({ name: 'Training' });
    const address = await createFeed(parent);
    const first = await fetch(address);
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    app.clock.set(new Date('2026-05-02T12:00:00Z'));
    const again = () => fetch(address, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } });
    expect((await again()).status).toBe(304);
    await app.ctx.db.updateTable('event').set({ name: 'Match' }).where('id', '=', event).execute();
    expect((await again()).status).toBe(200);
  });
});

describe('an address that ends', () => {
  const refused = async (address: string) => {
    const response = await fetch(address);
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const unknown = [404, 'calendar_feed_not_found'];

  test('is the old one when it is replaced', async () => {
    const old = await createFeed(parent);
    const replaced = await createFeed(parent);
    expect(await refused(old)).toEqual(unknown);
    expect((await fetch(replaced)).status).toBe(200);
  });

  test('stays ended when another one is made after it was removed', async () => {
    const removed = await createFeed(parent);
    expect((await parent.call('DELETE', '/users/profile/calendar')).status).toBe(200);
    expect(await feedOf(parent)).toEqual({ created_at: null, url: null });
    expect(await refused(removed)).toEqual(unknown);
    await createFeed(parent);
    expect(await refused(removed)).toEqual(unknown);
  });

  test('is that of an account that is not active, for as long', async () => {
    const admin = await createActor(app, ['admin']);
    const address = await createFeed(parent);
    const setActive = (is_active: boolean) => admin.call('PUT', `/users/${parent.id}`, { is_active });
    await setActive(false);
    expect(await refused(address)).toEqual(unknown);
    await setActive(true);
    expect((await fetch(address)).status).toBe(200);
    await admin.call('DELETE', `/users/${parent.id}`);
    expect(await refused(address)).toEqual(unknown);
  });

  test('is none: without .ics, of nobody, or of another path', async () => {
    const address = await createFeed(parent);
    expect(await refused(address.slice(0, -4))).toEqual(unknown);
    expect(await refused(`${app.url}/api/calendar/.ics`)).toEqual(unknown);
  });
});

test('an address made with another secret of the server still works but cannot be shown', async () => {
  const address = await createFeed(parent);
  const tokens = createTokenSigner('another secret of the server, 32+ bytes');
  const viewer = { ...parent, grants: [], sessionId: '', fullName: '' };
  expect(await getFeed({ ...app.ctx, tokens, viewer, origin: app.url })).toEqual({
    created_at: '2026-05-01T12:00:00.000Z',
    url: null,
  });
  expect((await fetch(address)).status).toBe(200);
});

test('links to hand on begin with the public address too, whatever address the browser uses', async () => {
  const admin = await createActor(app, ['admin']);
  const { body } = await admin.call<{ url: string }>('POST', `/users/${parent.id}/reset-link`);
  expect(body.data.url.startsWith(`${publicUrl}/reset-password#`)).toBe(true);
});

test('one account neither sees nor ends the address of another', async () => {
  const other = await createActor(app);
  const address = await createFeed(parent);
  expect(await feedOf(other)).toEqual({ created_at: null, url: null });
  await other.call('DELETE', '/users/profile/calendar');
  expect((await fetch(address)).status).toBe(200);
});

test('no address reaches the log', async () => {
  logged.length = 0;
  const address = await createFeed(parent);
  await fetch(address);
  await fetch(address.replace('/calendar/', '/Calendar/'));
  await parent.call('DELETE', '/users/profile/calendar');
  await fetch(address);
  const lines = logged.join('');
  expect(lines).toContain('/api/calendar/[hidden]');
  expect(lines).not.toContain(address.slice(-47, -4));
});
