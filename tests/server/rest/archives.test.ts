/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { removeOldSelections } from '#server/features/galleries/photos/downloads.repository.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  type Answer,
  caller,
  createActor,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

let app: PhotoApp;
let gallery: string;
type Prepared = { url: string; photos: number };

beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  gallery = await newGallery('Cup: final');
});

async function newGallery(name: string): Promise<string> {
  const { id } = app.photographer;
  const event = await createEvent(app);
  return createGallery(app, { event, name, visibility: 'private', photographer: id, createdBy: id });
}
let width = 100;
/** Other bytes each time. */
async function add(filename: string, into = gallery): Promise<{ id: string; bytes: Buffer }> {
  width += 2;
  const bytes = await quarters(width, 80).jpeg().toBuffer();
  const { body } = await app.send(bytes, { filename, gallery: into });
  return { id: body.data.id, bytes };
}
const get = (url: string, as: Actor | null = app.photographer) =>
  fetch(`${app.url}${url}`, { headers: as ? { Authorization: `Bearer ${as.token}` } : {} });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const filesAt = async (url: string, as?: Actor | null) => {
  const response = await get(url, as);
  expect(response.status).toBe(200);
  return unzip(await bytesOf(response));
};
const all = () => `/api/galleries/${gallery}/download`;
const prepare = (body: object, as = app.photographer) =>
  as.call<Prepared>('POST', `/galleries/${gallery}/download`, body);
async function personIn(photo: string): Promise<string> {
  const [person, face] = [newId(), newId()];
  await app.ctx.db.insertInto('person').values({ id: person, gallery_id: gallery, number: 1 }).execute();
  await app.ctx.db
    .insertInto('face')
    .values({
      ...{ id: face, photo_id: photo, gallery_id: gallery, x: 0, y: 0, w: 0.5, h: 0.5, landmarks: [] },
      ...{ score: 1, size_px: 80, blur: 0, yaw: 0, grade: 'core' },
      ...{ embedding: null, recogniser: 'test', pipeline_version: 'test' },
    })
    .execute();
  await app.ctx.db
    .insertInto('assignment')
    .values({ face_id: face, person_id: person, source: 'auto' })
    .execute();
  return person;
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe('a gallery as one archive', () => {
  test('leaves out photos that somebody asked to hide, for who may see them too, unless they are chosen', async () => {
    const shown = await add('shown.jpg');
    const hidden = await add('hidden.jpg');
    const person = await personIn(hidden.id);
    expect((await app.photographer.call('POST', `/photos/${hidden.id}/takedown`, {})).status).toBe(201);
    const names = async (url: string) => (await filesAt(url)).map(({ name }) => name).sort();
    expect(await names(all())).toEqual(['shown.jpg']);
    expect((await prepare({})).body.data.photos).toBe(1);
    expect((await prepare({ face_id: person })).body.code).toBe('photo_not_found');
    const chosen = await prepare({ photo_ids: [shown.id, hidden.id] });
    expect(await names(chosen.body.data.url)).toEqual(['hidden.jpg', 'shown.jpg']);
  });

  test('holds every original byte for byte, each under a name of its own', async () => {
    const first = await add('team.jpg');
    const second = await add('Team.jpg');
    const third = await add('übung 1.jpg');
    const response = await get(all());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename=.*Cup.*final.*\.zip/),
      'x-content-type-options': 'nosniff',
    });
    const files = unzip(await bytesOf(response));
    expect(new Set(files.map(({ name }) => name.toLowerCase()))).toEqual(
      new Set(['team.jpg', 'team (2).jpg', 'übung 1.jpg']),
    );
    for (const { bytes } of [first, second, third])
      expect(files.filter((file) => file.bytes.equals(bytes))).toHaveLength(1);
    for (const { time } of files) expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(120_000);
  });

  test('a question about it alone sends no bytes', async () => {
    await add('team.jpg');
    const response = await fetch(`${app.url}${all()}`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${app.photographer.token}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await bytesOf(response)).length).toBe(0);
  });

  test('comes in part: the chosen photos, without those that are gone or of another gallery', async () => {
    const kept = await add('a.jpg');
    const gone = await add('b.jpg');
    await add('c.jpg');
    const elsewhere = await newGallery('Elsewhere');
    const foreign = await add('foreign.jpg', elsewhere);
    await app.photographer.call('DELETE', `/photos/${gone.id}`);
    const wish = [kept.id, gone.id, foreign.id, kept.id, 'nonsense', '01890000-0000-7000-8000-000000000000'];
    const { status, body } = await prepare({ photo_ids: wish });
    expect([status, body.data.photos]).toEqual([201, 1]);
    expect((await filesAt(body.data.url)).map(({ name }) => name)).toEqual(['a.jpg']);
    // The same choice under another gallery is nothing.
    const moved = body.data.url.replace(gallery, elsewhere);
    expect((await get(moved)).status).toBe(404);
  });

  test('of chosen photos ends after a day, and the choice is deleted', async () => {
    const { id } = await add('a.jpg');
    const { body } = await prepare({ photo_ids: [id] });
    const stored = async () =>
      (await app.ctx.db.selectFrom('download_selection').select('id').execute()).length;
    const before = await stored();
    const later = (ms: number) => new Date(Date.now() + ms);
    try {
      app.clock.set(later(lifetimes.downloadSelectionMs - 60_000));
      expect(await filesAt(body.data.url)).toHaveLength(1);
      // No housekeeping has run yet.
      app.clock.set(later(lifetimes.downloadSelectionMs + 60_000));
      expect((await get(body.data.url)).status).toBe(404);
    } finally {
      app.clock.set(null);
    }
    await removeOldSelections(app.ctx.db, later(lifetimes.downloadSelectionMs - 60_000));
    expect(await stored()).toBe(before);
    await removeOldSelections(app.ctx.db, later(lifetimes.downloadSelectionMs + 60_000));
    expect(await stored()).toBe(0);
  });

  test('of nothing is not found, and of too much is refused', async () => {
    expect((await get(all())).status).toBe(404);
    expect((await prepare({})).body.code).toBe('photo_not_found');
    await add('a.jpg');
    for (const query of [
      '?selection=nonsense',
      '?selection=01890000-0000-7000-8000-000000000000',
      '?face_id=x',
    ])
      expect((await get(all() + query)).status, query).toBe(404);
    expect((await prepare({ photo_ids: ['01890000-0000-7000-8000-000000000000'] })).status).toBe(404);
    expect((await prepare({ photo_ids: [] })).status).toBe(422);
    expect((await prepare({ photo_ids: Array.from({ length: 5_001 }, () => 'x') })).status).toBe(422);
    expect((await get('/api/galleries/nonsense/download')).status).toBe(404);
  });

  test('of one person holds the photos that person is in', async () => {
    const { id } = await add('a.jpg');
    await add('b.jpg');
    const person = await personIn(id);
    const { url, photos } = (await prepare({ face_id: person })).body.data;
    expect(photos).toBe(1);
    expect((await filesAt(url)).map(({ name }) => name)).toEqual(['a.jpg']);
  });

  test('is for those who may see the gallery, and no longer than they may', async () => {
    await add('a.jpg');
    const stranger = await createActor(app);
    expect((await get(all(), null)).status).toBe(401);
    expect((await get(all(), stranger)).status).toBe(403);
    expect((await prepare({}, stranger)).status).toBe(403);
    const path = `/galleries/${gallery}/access`;
    await app.photographer.call('POST', path, { club_ids: [], user_ids: [stranger.id] });
    const { url } = (await prepare({}, stranger)).body.data;
    expect(await filesAt(url, stranger)).toHaveLength(1);
    await app.photographer.call('POST', path, { club_ids: [], user_ids: [] });
    expect((await get(url, stranger)).status).toBe(403);
  });

  test('ends in the middle when the right is withdrawn meanwhile', async () => {
    await fill(24);
    const guest = await createActor(app);
    const path = `/galleries/${gallery}/access`;
    await app.photographer.call('POST', path, { club_ids: [], user_ids: [guest.id] });
    await duringTheSecondHalf(async () => {
      await app.photographer.call('POST', path, { club_ids: [], user_ids: [] });
    });
    await expect(get(all(), guest).then(bytesOf)).rejects.toThrow();
  });

  test('goes on without a photo that is deleted meanwhile, and says what the disk has lost', async () => {
    const photos = await fill(24);
    const lost = photos[22]!;
    const deleted = photos[23]!;
    await app.removeLeftovers();
    await duringTheSecondHalf(async () => {
      await app.photographer.call('DELETE', `/photos/${deleted.id}`);
      await app.removeLeftovers();
      const row = await app.ctx.db
        .selectFrom('photo')
        .select('original_key')
        .where('id', '=', lost.id)
        .executeTakeFirstOrThrow();
      await app.store.remove(row.original_key);
    });
    const files = await filesAt(all());
    const names = files.map(({ name }) => name);
    expect(names).toHaveLength(23);
    expect(names).not.toContain('p23.jpg');
    expect(names).not.toContain('p22.jpg');
    expect(files.find(({ name }) => name === 'MISSING.txt')?.bytes.toString()).toContain('p22.jpg');
  });

  test('that is not read to its end leaves no file open', async () => {
    await fill(3);
    const leaving = new AbortController();
    const response = await fetch(`${app.url}${all()}`, {
      headers: { Authorization: `Bearer ${app.photographer.token}` },
      signal: leaving.signal,
    });
    leaving.abort();
    await expect(bytesOf(response)).rejects.toThrow();
    expect(await filesAt(all())).toHaveLength(3);
  });
});

/** Photos p00.jpg and so on, more than are looked up together. */
async function fill(count: number): Promise<{ id: string; bytes: Buffer }[]> {
  const photos = [];
  for (let i = 0; i < count; i += 1) photos.push(await add(`p${String(i).padStart(2, '0')}.jpg`));
  return photos;
}

/** Does something when the first half of an archive has been read and the second is not looked up yet. */
async function duringTheSecondHalf(work: () => Promise<void>): Promise<void> {
  const { openRead } = app.store;
  let opened = 0;
  app.store.openRead = async (...args) => {
    opened += 1;
    if (opened === 20) {
      app.store.openRead = openRead;
      await work();
    }
    return openRead.apply(app.store, args);
  };
}

describe('a shared gallery as one archive', () => {
  type Link = { id: string; token: string };
  const visitor = () => caller(app.url);
  const share = async (fields: object = {}) =>
    (await app.photographer.call<Link>('POST', `/galleries/${gallery}/links`, { name: 'Parents', ...fields }))
      .body.data;
  const prepareShared = (
    token: string,
    body: object = {},
    headers?: Record<string, string>,
  ): Promise<Answer<Prepared>> => visitor()('POST', `/galleries/shared/${token}/download`, body, headers);

  test('needs no account, holds no private metadata and is counted once', async () => {
    const secret = {
      IFD0: { Make: 'SECRET-CAMERA' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
    };
    const bytes = await quarters(300, 200).jpeg().withExif(secret).toBuffer();
    expect(bytes.includes('SECRET')).toBe(true);
    const { id } = (await app.send(bytes, { gallery, filename: 'own.jpg' })).body.data;
    await add('other.jpg');
    const { token } = await share();
    const whole = (await prepareShared(token)).body.data;
    expect(whole.photos).toBe(2);
    const files = await filesAt(whole.url, null);
    expect(files.map(({ name }) => name).sort()).toEqual(['other.jpg', 'own.jpg']);
    for (const file of files) expect(file.bytes.includes('SECRET'), file.name).toBe(false);
    const chosen = (await prepareShared(token, { photo_ids: [id] })).body.data;
    expect((await filesAt(chosen.url, null)).map(({ name }) => name)).toEqual(['own.jpg']);
    const row = await app.ctx.db
      .selectFrom('share_link')
      .select('download_count')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    expect(row.download_count).toBe(2);
  });

  test('is not narrowed to a person: visitors would learn in which photos somebody is', async () => {
    const { id } = await add('a.jpg');
    const { token } = await share();
    const answer = await get(`/api/galleries/shared/${token}/download?face_id=${await personIn(id)}`, null);
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'photo_not_found']);
  });

  test('is refused where nothing may be saved, and ends with the link', async () => {
    await add('a.jpg');
    const link = await share();
    const { url } = (await prepareShared(link.token)).body.data;
    const change = (fields: object) => app.photographer.call('PUT', `/galleries/links/${link.id}`, fields);
    await change({ allow_download: false });
    expect(await codeOf(await get(url, null))).toBe('link_download_forbidden');
    expect((await prepareShared(link.token)).body.code).toBe('link_download_forbidden');
    await change({ allow_download: true, is_active: false });
    expect([(await get(url, null)).status, (await prepareShared(link.token)).status]).toEqual([403, 403]);
    await change({ is_active: true });
    expect((await get(url, null)).status).toBe(200);
    await app.photographer.call('DELETE', `/galleries/links/${link.id}`);
    expect([(await get(url, null)).status, (await prepareShared(link.token)).status]).toEqual([404, 404]);
    expect((await get('/api/galleries/shared/nonsense/download', null)).status).toBe(404);
  });

  test('behind a password opens with it or with the proof of having known it', async () => {
    await add('a.jpg');
    const link = await share({ password: 'open sesame' });
    const address = `/api/galleries/shared/${link.token}/download`;
    expect((await get(address, null)).status).toBe(401);
    expect((await get(`${address}?unlock=made-up`, null)).status).toBe(401);
    expect((await prepareShared(link.token)).status).toBe(401);
    expect((await prepareShared(link.token, { password: 'wrong' })).status).toBe(401);
    const { url } = (await prepareShared(link.token, {}, { 'X-Share-Password': 'open sesame' })).body.data;
    expect(await filesAt(url, null)).toHaveLength(1);
    await app.photographer.call('PUT', `/galleries/links/${link.id}`, { password: 'another' });
    expect((await get(url, null)).status).toBe(401);
  });

  test('chosen in one gallery gives nothing of it through the link of another', async () => {
    const { id } = await add('a.jpg');
    const { url } = (await prepare({ photo_ids: [id] })).body.data;
    const selection = new URL(url, app.url).searchParams.get('selection');
    gallery = await newGallery('Elsewhere');
    await add('b.jpg');
    const { token } = await share();
    expect((await get(`/api/galleries/shared/${token}/download?selection=${selection}`, null)).status).toBe(
      404,
    );
    expect((await prepareShared(token, { photo_ids: [id] })).status).toBe(404);
  });
});
