import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notifyExpiringLinks } from '#server/features/sharing/share-links/notify-expiring-links.ts';
import {
  type Actor,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let owner: Actor;
let admin: Actor;
let gallery: string;
beforeAll(async () => {
  owner = await createActor(app, ['photographer']);
  admin = await createActor(app, ['admin']);
  // The clock is moved far ahead below.
  await app.ctx.db
    .updateTable('session')
    .set({ expires_at: new Date('2040-01-01') })
    .execute();
  gallery = await createGallery(app, {
    event: await createEvent(app, [await createClub(app, 'TSV Waldau')]),
    visibility: 'private',
    createdBy: owner.id,
  });
  await createPhoto(app, gallery);
});

type Link = {
  id: string;
  token: string;
  url: string;
  status: string;
  expires_at: string | null;
  has_password: boolean;
  view_count: number;
};
const create = async (fields: object = {}) =>
  (await owner.call<Link>('POST', `/galleries/${gallery}/links`, { name: 'Parents', ...fields })).body.data;
const visit = (token: string, headers: Record<string, string> = {}, path = '') =>
  caller(app.url)<{ name: string; unlock_token: string; photos: { thumbnail_url: string }[] }>(
    'GET',
    `/galleries/shared/${token}${path}`,
    undefined,
    headers,
  );

describe('share links', () => {
  test('opens without an account, counts visits and is never cached', async () => {
    const link = await create();
    expect(link.token.length).toBeGreaterThanOrEqual(43);
    const opened = await visit(link.token);
    expect(opened).toMatchObject({
      status: 200,
      body: { data: { name: 'Match photos', clubs: ['TSV Waldau'] } },
    });
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(JSON.stringify(opened.body)).not.toContain(owner.id);
    expect((await visit(link.token, {}, '/photos')).body.data.photos).toHaveLength(1);
    const listed = (await owner.call<{ links: Link[] }>('GET', `/galleries/${gallery}/links`)).body.data
      .links;
    expect(listed.find((l) => l.id === link.id)).toMatchObject({ status: 'active', view_count: 1 });
    const beside = await createGallery(app, { event: await createEvent(app), createdBy: owner.id });
    expect((await owner.call('GET', `/galleries/${beside}/links`)).body.data).toEqual({
      links: [],
      asked: [],
    });
  });

  test('a password is asked for, checked and never shown', async () => {
    const link = await create({ password: 'open sesame' });
    expect(JSON.stringify(link)).not.toContain('sesame');
    const other = await create({ password: 'open sesame' });
    expect((await visit(link.token)).body).toMatchObject({ code: 'link_password_required' });
    expect([
      (await visit(link.token, { 'X-Share-Password': 'wrong' })).status,
      (await visit(link.token, { 'X-Share-Password': 'wrong' })).body.message,
    ]).toEqual([401, 'Incorrect password']);
    const opened = await visit(link.token, { 'X-Share-Password': 'open sesame' });
    expect(opened.status).toBe(200);
    expect((await visit(link.token, {}, '/photos')).status).toBe(401);
    expect((await visit(link.token, {}, `/photos?unlock=${opened.body.data.unlock_token}`)).status).toBe(200);
    expect((await visit(other.token, {}, `/photos?unlock=${opened.body.data.unlock_token}`)).status).toBe(
      401,
    );
    expect((await visit(link.token, {}, '?password=open%20sesame')).status).toBe(200);
    await owner.call('PUT', `/galleries/links/${link.id}`, { password: 'another one' });
    expect((await visit(link.token, {}, `/photos?unlock=${opened.body.data.unlock_token}`)).status).toBe(401);
    await owner.call('PUT', `/galleries/links/${link.id}`, { password: null });
    expect((await visit(link.token)).status).toBe(200);
  });

  test('a password of blanks, which no visitor could enter, is refused', async () => {
    for (const password of [' ', '\t \u00a0'])
      expect((await owner.call('POST', `/galleries/${gallery}/links`, { password })).status).toBe(422);
    expect(await create({ password: '' })).toMatchObject({ has_password: false });
    expect(await create({ password: ' a ' })).toMatchObject({ has_password: true });
  });

  test('ten wrong passwords from one address are enough', async () => {
    const link = await create({ password: 'open sesame' });
    for (let i = 0; i < 10; i += 1)
      expect((await visit(link.token, { 'X-Share-Password': `guess ${i}` })).status).toBe(401);
    const refused = await visit(link.token, { 'X-Share-Password': 'open sesame' });
    expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true]);
  });

  test('off is 403, over is 410, unknown is 404, one second before and after the end', async () => {
    const link = await create({ expires_at: '2031-01-01T12:00:00Z' });
    app.clock.set(new Date('2031-01-01T11:59:59Z'));
    expect((await visit(link.token)).status).toBe(200);
    app.clock.set(new Date('2031-01-01T12:00:00Z'));
    expect((await visit(link.token)).status).toBe(410);
    app.clock.set(new Date('2031-01-01T12:00:01Z'));
    for (const path of ['', '/photos'])
      expect((await visit(link.token, {}, path)).body).toMatchObject({
        code: 'link_expired',
        message: 'This link has expired',
      });
    expect((await visit(link.token)).status).toBe(410);
    app.clock.set(null);
    await owner.call('PUT', `/galleries/links/${link.id}`, { is_active: false });
    expect([(await visit(link.token)).status, (await visit(link.token)).body.message]).toEqual([
      403,
      'This link is inactive',
    ]);
    await owner.call('DELETE', `/galleries/links/${link.id}`);
    expect([(await visit(link.token)).status, (await visit('nonsense')).body.message]).toEqual([
      404,
      'Link not found or invalid',
    ]);
  });

  test('a date means until the close of that day; the end can be moved, taken away or brought about', async () => {
    const link = await create({ expires_at: '2031-01-01' });
    const put = async (body: object) =>
      (await owner.call<Link>('PUT', `/galleries/links/${link.id}`, body)).body.data.status;
    app.clock.set(new Date('2031-01-01T23:59:59'));
    expect((await visit(link.token)).status).toBe(200);
    app.clock.set(new Date('2031-01-02T00:00:00'));
    expect((await visit(link.token)).status).toBe(410);
    expect(await put({ name: 'Parents of the team' })).toBe('expired');
    expect(await put({ is_active: false })).toBe('inactive');
    expect(await put({ is_active: true, expires_at: null })).toBe('active');
    expect((await visit(link.token)).status).toBe(200);
    expect(await put({ expires_at: '2031-01-01' })).toBe('expired');
    app.clock.set(null);
    const refused = await owner.call('POST', `/galleries/${gallery}/links`, { expires_at: '2001-01-01' });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      [{ field: 'expires_at', msg: 'The expiration must be in the future' }],
    ]);
  });

  test('a field that is not known is refused by its name, because it would otherwise be no end and no password', async () => {
    const before = (await owner.call<{ links: Link[] }>('GET', `/galleries/${gallery}/links`)).body.data;
    const fields = { expires: '2031-05-10', passwort: 'open sesame' };
    const told = [
      422,
      [
        { field: 'expires', msg: 'Unknown field' },
        { field: 'passwort', msg: 'Unknown field' },
      ],
    ];
    const made = await owner.call('POST', `/galleries/${gallery}/links`, { name: 'Parents', ...fields });
    expect([made.status, made.body.detail]).toEqual(told);
    expect((await owner.call('GET', `/galleries/${gallery}/links`)).body.data).toEqual(before);
    const link = await create();
    const changed = await owner.call('PUT', `/galleries/links/${link.id}`, { name: 'Other', ...fields });
    expect([changed.status, changed.body.detail]).toEqual(told);
  });

  test('a link that was read can be sent back with one field changed', async () => {
    const link = await create();
    const { status, body } = await owner.call<Link>('PUT', `/galleries/links/${link.id}`, {
      ...link,
      name: 'Other',
      view_count: 1_000,
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...link, name: 'Other' });
  });

  test('its creator is notified 30 and 3 days before it ends, once for each day it was given', async () => {
    const link = await create({ name: 'Soon over', expires_at: '2031-05-10T12:00:00Z' });
    await create({ name: 'Switched off', expires_at: '2031-05-10T12:00:00Z', is_active: false });
    await create({ name: 'For ever' });
    type Notices = { notifications: { kind: string; params: object; href: string }[] };
    const told = async (now: string) => {
      app.clock.set(new Date(now));
      for (let hour = 0; hour < 2; hour += 1) await notifyExpiringLinks(app.ctx);
      const { notifications } = (await owner.call<Notices>('GET', '/notifications')).body.data;
      return notifications.filter(({ kind }) => kind === 'link_expiring');
    };
    const move = (expires_at: string) => owner.call('PUT', `/galleries/links/${link.id}`, { expires_at });
    expect(await told('2031-04-09T12:00:00Z')).toEqual([]);
    expect(await told('2031-04-10T12:00:00Z')).toEqual([
      expect.objectContaining({
        params: {
          link: 'Soon over',
          gallery: 'Match photos',
          date: '2031-05-10',
          link_id: link.id,
          expires_at: '2031-05-10T12:00:00.000Z',
        },
        href: `/gallery/${gallery}`,
      }),
    ]);
    expect(await told('2031-05-06T12:00:00Z')).toHaveLength(1);
    expect(await told('2031-05-07T12:00:00Z')).toHaveLength(2);
    expect(await told('2031-05-10T11:00:00Z')).toHaveLength(2);
    // Twelve days ahead: whoever chose that need not be told of 30.
    app.clock.set(new Date('2031-05-08T13:00:00Z'));
    await move('2031-05-20T12:00:00Z');
    expect(await told('2031-05-16T14:00:00Z')).toHaveLength(2);
    expect(await told('2031-05-19T11:00:00Z')).toHaveLength(3);
    await move('2031-05-30T12:00:00Z');
    expect(await told('2031-05-30T12:00:01Z')).toHaveLength(3); // over already: nothing to be warned of
    app.clock.set(null);
  });

  test('a gallery says whether links are in force, to those who work in it alone', async () => {
    const shared = async (by: Actor) =>
      (await by.call<{ has_links: boolean }>('GET', `/galleries/${gallery}`)).body.data.has_links;
    const reader = await createActor(app);
    await app.ctx.db.insertInto('gallery_user').values({ gallery_id: gallery, user_id: reader.id }).execute();
    await app.ctx.db.deleteFrom('share_link').execute();
    expect(await shared(owner)).toBe(false);
    const { id } = await create();
    expect([await shared(owner), await shared(admin), await shared(reader)]).toEqual([true, true, false]);
    const ended = await owner.call('PUT', `/galleries/links/${id}`, { is_active: false });
    expect(ended).toMatchObject({ status: 200 });
    expect(await shared(owner)).toBe(false);
  });

  test('only those who may manage links see or change them', async () => {
    const link = await create();
    const stranger = await createActor(app, ['photographer']);
    expect((await stranger.call('GET', `/galleries/${gallery}/links`)).status).toBe(403);
    expect((await stranger.call('PUT', `/galleries/links/${link.id}`, { name: 'x' })).status).toBe(403);
    expect((await stranger.call('DELETE', `/galleries/links/${link.id}`)).status).toBe(403);
    expect(
      (await owner.call('POST', `/galleries/${gallery}/links`, { expires_at: '2001-01-01' })).status,
    ).toBe(422);
  });

  test('nothing in the database opens a link or a session', async () => {
    await create({ password: 'open sesame' });
    const dump = JSON.stringify([
      await app.ctx.db.selectFrom('share_link').select('password_hash').execute(),
      await app.ctx.db.selectFrom('app_user').select('password_hash').execute(),
    ]);
    expect(dump).not.toContain('sesame');
    expect(dump).toContain('$argon2id$');
  });
});

describe('where the installation limits how long links last', () => {
  const limit = (link_months: number | null) => admin.call('PUT', '/settings', { link_months });
  beforeEach(async () => {
    app.clock.set(new Date('2031-01-31T12:00:00'));
    expect((await limit(1)).status).toBe(200);
  });
  afterEach(async () => {
    await limit(null);
    app.clock.set(null);
  });
  const endOf = (date: string) => new Date(`${date}T23:59:59.999`).toISOString();
  const put = (id: string, body: object) => owner.call<Link>('PUT', `/galleries/links/${id}`, body);
  const tooLate = [422, [{ field: 'expires_at', msg: 'Links may not last that long here' }]];

  test('a new link ends on the latest day or before it', async () => {
    expect((await create()).expires_at).toBe(endOf('2031-02-28'));
    expect((await create({ expires_at: '2031-02-28' })).expires_at).toBe(endOf('2031-02-28'));
    expect((await create({ expires_at: '2031-02-01' })).expires_at).toBe(endOf('2031-02-01'));
    const { status, body } = await owner.call('POST', `/galleries/${gallery}/links`, {
      expires_at: '2031-03-01',
    });
    expect([status, body.detail]).toEqual(tooLate);
  });

  test('the latest day ends by the clock of the browser that sends it, wherever that is', async () => {
    const west = '2031-03-01T11:59:59.999Z';
    expect((await create({ expires_at: west })).expires_at).toBe(west);
    const { status, body } = await owner.call('POST', `/galleries/${gallery}/links`, {
      expires_at: '2031-03-02T12:00:00.000Z',
    });
    expect([status, body.detail]).toEqual(tooLate);
  });

  test('a link is kept longer from the day on which its end is moved', async () => {
    const link = await create();
    const { status, body } = await put(link.id, { expires_at: '2031-03-01' });
    expect([status, body.detail]).toEqual(tooLate);
    app.clock.set(new Date('2031-01-31T12:05:00'));
    expect((await put(link.id, { name: 'Parents' })).body.data.expires_at).toBe(endOf('2031-02-28'));
    expect((await put(link.id, { expires_at: '2031-02-10' })).body.data.expires_at).toBe(endOf('2031-02-10'));
    expect((await put(link.id, { expires_at: null })).body.data.expires_at).toBe(endOf('2031-02-28'));
  });

  test('a link that was made before keeps its day, or none', async () => {
    await limit(null);
    const [forEver, long] = [await create(), await create({ expires_at: '2032-01-01' })];
    await limit(1);
    expect((await put(forEver.id, { name: 'Old', expires_at: null })).body.data.expires_at).toBeNull();
    expect((await put(long.id, { name: 'Old' })).body.data.expires_at).toBe(endOf('2032-01-01'));
  });

  test.each([0, 121, 1.5, '6'])('%j months are refused', async (months) => {
    expect((await limit(months as number)).body.code).toBe('field_invalid');
  });
});
