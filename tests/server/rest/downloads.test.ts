import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let bytes: Buffer;
let photo: string;
beforeAll(async () => {
  app = await startPhotoApp();
  bytes = await quarters(2000, 1200).png().toBuffer();
  photo = (await app.send(bytes, { filename: 'team.png' })).body.data.id;
});
afterAll(() => app.close());

type Options = { as?: Actor | null; query?: string; headers?: Record<string, string>; method?: string };
const get = (id: string, { as = app.photographer, query = '', headers = {}, method = 'GET' }: Options = {}) =>
  fetch(`${app.url}/api/photos/${id}/download${query}`, {
    method,
    headers: { ...(as ? { Authorization: `Bearer ${as.token}` } : {}), ...headers },
  });
const rename = (filename: string) =>
  app.ctx.db.updateTable('photo').set({ filename }).where('id', '=', photo).execute();
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a download', () => {
  test('of the original is byte for byte what was uploaded, with our type', async () => {
    const response = await get(photo);
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      vary: expect.stringMatching(/Cookie.*Authorization/),
    });
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  test.each([
    ['small', 320, 192],
    ['medium', 800, 480],
    ['large', 1600, 960],
  ])('of size %s is a JPEG', async (size, width, height) => {
    const response = await get(photo, { query: `?size=${size}` });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({ format: 'jpeg', width, height });
  });

  test('that is to be shown is one that browsers show, whatever the original is', async () => {
    const heic = await readFile('tests/support/fixtures/turned.heic');
    const { id } = (await app.send(heic, { filename: 'turned.heic' })).body.data;
    expect((await get(id)).headers.get('content-type')).toBe('image/heic');
    const shown = await get(id, { query: '?shown=1' });
    expect(shown.headers.get('content-disposition')).toBe('inline; filename=turned.jpg');
    expect(await sharp(await bytesOf(shown)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 96,
      height: 64,
    });
    expect((await bytesOf(await get(photo, { query: '?shown=1' }))).equals(bytes)).toBe(true);
  });

  test('of an unknown size or photo is refused', async () => {
    for (const size of ['huge', '', '__proto__', 'small&size=large'])
      expect((await get(photo, { query: `?size=${size}` })).status).toBe(422);
    for (const id of ['nothing', '01890000-0000-7000-8000-000000000000', '..%2f..%2fetc', '%00'])
      expect((await get(id)).status).toBe(404);
  });

  test('carries the name in one line, readable by every browser', async () => {
    await rename('Größe "5:3".png');
    expect((await get(photo)).headers.get('content-disposition')).toMatch(
      /^inline; filename="[ -~]+"; filename\*=UTF-8''Gr%C3%B6%C3%9Fe%20%225%3A3%22\.png$/,
    );
    const saved = await get(photo, { query: '?download=1&size=small' });
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; .*\.jpg$/);
    await rename('a\r\nSet-Cookie: b; "c".png');
    const odd = await get(photo);
    expect(odd.status).toBe(200);
    expect(odd.headers.get('set-cookie')).toBeNull();
    expect(odd.headers.get('content-disposition')).not.toMatch(/[\r\n]/);
  });

  test('is not sent again to who has it', async () => {
    const etag = (await get(photo)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const same = await get(photo, { headers: { 'If-None-Match': etag } });
    expect([same.status, (await bytesOf(same)).length]).toEqual([304, 0]);
    expect(same.headers.get('cache-control')).toBe('private, no-cache');
    expect((await get(photo, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect((await get(photo, { query: '?size=small' })).headers.get('etag')).not.toBe(etag);
  });

  test('may be asked for in parts', async () => {
    const range = (value: string, headers = {}) => get(photo, { headers: { Range: value, ...headers } });
    const middle = await range('bytes=100-199');
    expect([middle.status, middle.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
    ]);
    expect((await bytesOf(middle)).equals(bytes.subarray(100, 200))).toBe(true);
    expect((await bytesOf(await range('bytes=-50'))).equals(bytes.subarray(-50))).toBe(true);
    expect((await bytesOf(await range(`bytes=${bytes.length - 5}-`))).length).toBe(5);
    const beyond = await range(`bytes=${bytes.length}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect(beyond.headers.get('content-type')).toMatch(/json/);
    for (const odd of ['bytes=0-9,20-29', 'lines=1-2', 'bytes=x-y'])
      expect((await range(odd)).status).toBe(200);
    const etag = middle.headers.get('etag') ?? '';
    expect((await range('bytes=0-9', { 'If-Range': etag })).status).toBe(206);
    expect((await range('bytes=0-9', { 'If-Range': '"other"' })).status).toBe(200);
  });

  test('answers HEAD like GET, without the bytes', async () => {
    const response = await get(photo, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await bytesOf(response)).length).toBe(0);
  });
});

describe('the right to a picture', () => {
  const statuses = (as: Actor | null) =>
    Promise.all(
      ['', '?size=small', '?size=medium', '?size=large'].map(
        async (q) => (await get(photo, { as, query: q })).status,
      ),
    );

  test('is the right to its gallery', async () => {
    expect(await statuses(null)).toEqual([401, 401, 401, 401]);
    expect(await statuses(await createActor(app))).toEqual([403, 403, 403, 403]);
    expect(await statuses(await createActor(app, ['admin']))).toEqual([200, 200, 200, 200]);
  });

  test('ends at once when it is withdrawn, for who has the picture in the cache too', async () => {
    const parent = await createActor(app);
    const access = { gallery_id: app.gallery, user_id: parent.id };
    await app.ctx.db.insertInto('gallery_user').values(access).execute();
    const first = await get(photo, { as: parent });
    expect(first.status).toBe(200);
    await app.ctx.db.deleteFrom('gallery_user').where('user_id', '=', parent.id).execute();
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await get(photo, { as: parent, headers })).status).toBe(403);
    await app.ctx.db.insertInto('gallery_user').values(access).execute();
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', parent.id).execute();
    expect((await get(photo, { as: parent, headers })).status).toBe(401);
  });

  test('also comes with the cookie, for reading only', async () => {
    const cookie = { Cookie: `clublens_session=${app.photographer.token}` };
    expect((await get(photo, { as: null, headers: cookie })).status).toBe(200);
    const upload = await fetch(`${app.url}/api/photos/upload`, { method: 'POST', headers: cookie });
    expect(upload.status).toBe(401);
  });

  test('of a size whose file is gone has it made again, once, from the original', async () => {
    const { data } = (await app.send(await quarters(79, 33).png().toBuffer())).body;
    const lost = (await app.stock()).files.filter((file) => file.includes(data.id) && file.endsWith('.jpg'));
    for (const file of lost) await rm(join(app.folder, file));
    for (let view = 0; view < 3; view += 1)
      expect((await get(data.id, { query: '?size=small' })).status).toBe(404);
    const queued = await app.ctx.db
      .selectFrom('job')
      .select('payload')
      .where('name', '=', 'regenerate-renditions')
      .execute();
    expect(queued).toEqual([{ payload: { photo_id: data.id } }]);
    const beside = await createGallery(app, {
      event: await createEvent(app),
      photographer: app.photographer.id,
    });
    const waiting = async (gallery: string) =>
      (
        await app.photographer.call<{ pending_renditions: number }>(
          'GET',
          `/facerecognition/galleries/${gallery}/summary`,
        )
      ).body.data.pending_renditions;
    expect([await waiting(app.gallery), await waiting(beside)]).toEqual([1, 0]);
    await app.ctx.db.deleteFrom('job').where('name', '=', 'regenerate-renditions').execute();
  });

  test('of a photo whose file is gone is an honest 404', async () => {
    const event = await createEvent(app);
    const gallery = await createGallery(app, { event, photographer: app.photographer.id });
    const { data } = (await app.send(await quarters(77, 33).png().toBuffer(), { gallery })).body;
    await app.ctx.db
      .updateTable('photo')
      .set({ original_key: 'originals/aa/lost.png' })
      .where('id', '=', data.id)
      .execute();
    const response = await get(data.id);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      404,
      'photo_file_missing',
    ]);
    expect((await get(data.id, { query: '?size=small' })).status).toBe(200);
  });
});
