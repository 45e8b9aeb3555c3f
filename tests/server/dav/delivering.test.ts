/**
 * What WebDAV clients send, as they were seen to, and what they need to be answered.
 * @module-tag long
 */
import { connect } from 'node:net';
import sharp from 'sharp';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import { dayMs, hourMs, minuteMs } from '#server/contract/lifetimes.ts';
import { removeUnsettledDeliveries } from '#server/features/galleries/deliveries/deliveries.repository.ts';
import { type Actor, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { type GivenKey, giveKey } from '#tests/support/api-keys.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { textured } from '#tests/support/textured.ts';

let app: PhotoApp;
let owner: Actor;
let event: string;
let slug: string;
let gallery: string;
let key: GivenKey;
let folder: string;
let width = 40;

beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await createActor(app, ['photographer']);
  event = await createEvent(app);
  slug = `event-${event}`;
  gallery = await createGallery(app, {
    event,
    photographer: owner.id,
    createdBy: owner.id,
    name: 'Final: Ü',
  });
  key = await giveKey(app, owner, 'upload');
  folder = `/dav/${slug}/Final-%20%C3%9C`;
});
afterEach(() => app.clock.set(null));

/** A picture that no other test has. */
const picture = () => {
  width += 1;
  return quarters(width, 30).jpeg().toBuffer();
};
const basic = (by = key) => `Basic ${Buffer.from(`anybody:${by.key}`).toString('base64')}`;

async function dav(
  method: string,
  path: string,
  {
    body,
    headers = {},
    by = key,
  }: { body?: string | Buffer; headers?: Record<string, string>; by?: GivenKey } = {},
) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: { Authorization: basic(by), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const put = (name: string, body: Buffer, headers: Record<string, string> = {}) =>
  dav('PUT', `${folder}/${name}`, { body, headers });

/** The names of a folder with their sizes, as clients read them. */
async function list(path = folder, by = key): Promise<Record<string, number | 'folder'>> {
  const { status, text } = await dav('PROPFIND', path, { headers: { Depth: '1' }, by });
  expect(status).toBe(207);
  const entries = [...text.matchAll(/<D:response>(.*?)<\/D:response>/gs)].slice(1).map(([, each = '']) => {
    const name = decodeURIComponent(/<D:href>(.*?)<\/D:href>/.exec(each)?.[1] ?? '').split('/');
    const size = /<D:getcontentlength>(\d+)</.exec(each)?.[1];
    return [name.filter(Boolean).at(-1) ?? '', size === undefined ? 'folder' : Number(size)] as const;
  });
  return Object.fromEntries(entries);
}
const photos = () =>
  app.ctx.db
    .selectFrom('photo')
    .select(['id', 'filename'])
    .where('gallery_id', '=', gallery)
    .orderBy('id')
    .execute();
const later = (ms: number) => app.clock.set(new Date(Date.now() + ms));

describe('who comes in', () => {
  test('a key, as password of any user or as bearer; nothing else', async () => {
    const asked = (headers: Record<string, string>) =>
      fetch(`${app.url}/dav/`, { method: 'OPTIONS', headers }).then(({ status, headers: answered }) => [
        status,
        answered.get('www-authenticate') !== null,
      ]);
    expect(await asked({ Authorization: basic() })).toEqual([200, false]);
    expect(await asked({ Authorization: `Bearer ${key.key}` })).toEqual([200, false]);
    expect(await asked({})).toEqual([401, true]);
    expect(await asked({ Authorization: `Bearer ${owner.token}` })).toEqual([401, true]);
    expect(await asked({ Authorization: basic({ ...key, key: `${key.key}x` }) })).toEqual([401, true]);
    const reader = await giveKey(app, owner, 'read');
    expect(await asked({ Authorization: basic(reader) })).toEqual([403, false]);
  });

  test('says its classes', async () => {
    const { headers } = await dav('OPTIONS', '/dav/');
    expect([headers.get('dav'), headers.get('ms-author-via')]).toEqual(['1, 2', 'DAV']);
    expect(headers.get('allow')).toContain('LOCK');
  });

  test('sees the galleries to which it may upload, and of them what it has sent', async () => {
    await createGallery(app, { event, visibility: 'public', name: 'Of others' });
    const alike = await createGallery(app, { event, photographer: owner.id, name: 'final- Ü' });
    const name = (id: string, text: string) => `${text} (${id.slice(-8)})`;
    expect(await list('/dav/')).toEqual({ [slug]: 'folder' });
    expect(await list(`/dav/${slug}`)).toEqual({
      [name(gallery, 'Final- Ü')]: 'folder',
      [name(alike, 'final- Ü')]: 'folder',
    });
    const only = await giveKey(app, owner, 'upload', { gallery });
    expect(await list(`/dav/${slug}/`, only)).toEqual({ 'Final- Ü': 'folder' });
    await app.send(await picture(), { as: owner, gallery });
    expect(await list(folder, only)).toEqual({});
  });
});

describe('rclone', () => {
  test('makes the folder before each photo, puts, and finds the size that it sent', async () => {
    const bytes = await picture();
    expect((await dav('MKCOL', `${folder}/`)).status).toBe(405);
    const { status, headers } = await put('P%200.jpg', bytes);
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    const { text } = await dav('PROPFIND', `${folder}/P%200.jpg`, { headers: { Depth: '1' } });
    expect(text).toContain(`<D:getcontentlength>${bytes.length}</D:getcontentlength>`);
    expect(text.match(/<D:response>/g)).toHaveLength(1);
    expect(await list()).toEqual({ 'P 0.jpg': bytes.length });
    expect(await photos()).toMatchObject([{ filename: 'P 0.jpg' }]);
  });

  test('sends a photo again and under another name: there is one, and both names are listed', async () => {
    const bytes = await picture();
    expect((await put('A.jpg', bytes)).status).toBe(201);
    expect((await put('A.jpg', bytes)).status).toBe(204);
    expect((await put('B.jpg', bytes)).status).toBe(201);
    expect(await photos()).toHaveLength(1);
    expect(await list()).toEqual({ 'A.jpg': bytes.length, 'B.jpg': bytes.length });
  });

  test('loses the answer, deletes and sends again: the photo comes back under its id', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    const before = await photos();
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(204);
    expect(await photos()).toEqual([]);
    expect(await list()).toEqual({});
    expect((await put('A.jpg', bytes)).status).toBe(201);
    expect(await photos()).toEqual(before);
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(204);
    expect(await photos()).toEqual([]);
  });

  test('sends a name of its disk that is no UTF-8: it is read as Windows writes it', async () => {
    const bytes = await picture();
    expect((await put('Gr%F6%DFe.jpg', bytes)).status).toBe(201);
    const { text } = await dav('PROPFIND', `${folder}/Gr%F6%DFe.jpg`, { headers: { Depth: '1' } });
    expect(text).toContain(`<D:getcontentlength>${bytes.length}</D:getcontentlength>`);
    expect(await list()).toEqual({ 'Größe.jpg': bytes.length });
    expect((await put('Gr%C3%B6%C3%9Fe.jpg', bytes)).status).toBe(204);
    expect(await photos()).toMatchObject([{ filename: 'Größe.jpg' }]);
    for (const name of ['%F6%81.jpg', '%F6%0A.jpg', '%F6%2F.jpg', '%F6%.jpg', '%'])
      expect([name, (await put(name, bytes)).status]).toEqual([name, 400]);
  });

  test('deletes what it could not put: the photo that was there stays', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    later(2 * minuteMs);
    expect((await put('A.jpg', Buffer.from('no photo'))).status).toBe(415);
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(204);
    expect(await photos()).toHaveLength(1);
  });

  test('is cut in the middle and deletes: the earlier photo stays', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    later(2 * minuteMs);
    await cut('A.jpg', bytes);
    await expect.poll(() => failedAt('A.jpg')).not.toBeNull();
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(204);
    expect(await photos()).toHaveLength(1);
    expect(await list()).toEqual({ 'A.jpg': bytes.length });
    await cut('B.jpg', bytes);
    await expect.poll(() => failedAt('B.jpg')).toBeTruthy();
    expect(await list()).toEqual({ 'A.jpg': bytes.length });
    expect((await dav('DELETE', `${folder}/B.jpg`)).status).toBe(204);
    expect((await app.stock()).temporary).toBe(0);
  });

  test('does not send a refused file again: it is listed with its size, and told with the key', async () => {
    const text = Buffer.from('not a photo');
    expect((await put('list.txt', text)).status).toBe(415);
    expect((await dav('DELETE', `${folder}/list.txt`)).status).toBe(204);
    expect(await list()).toEqual({ 'list.txt': text.length });
    expect((await dav('GET', `${folder}/list.txt`)).status).toBe(404);
    const large = Buffer.alloc(PHOTO_LIMITS.maxBytes + 1);
    expect((await put('large.jpg', large)).status).toBe(413);
    expect(await list()).toMatchObject({ 'large.jpg': large.length });
    const { body } = await owner.call<{ keys: object[] }>('GET', '/users/profile/keys');
    expect(body.data.keys).toMatchObject([{ refused: { count: 2, files: ['large.jpg', 'list.txt'] } }]);
    later(2 * minuteMs);
    expect((await dav('DELETE', `${folder}/list.txt`)).status).toBe(204);
    expect(Object.keys(await list())).toEqual(['large.jpg']);
  });

  test('asks four times at once for a new folder: one is made, and none but a key to manage makes it', async () => {
    expect((await dav('MKCOL', `/dav/${slug}/Semi`)).status).toBe(403);
    const manager = await giveKey(app, owner, 'manage');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => dav('MKCOL', `/dav/${slug}/Semi/`, { by: manager })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 405, 405, 405]);
    const made = await app.ctx.db.selectFrom('gallery').selectAll().where('name', '=', 'Semi').execute();
    expect(made).toMatchObject([{ visibility: 'private', created_by: owner.id, photographer_id: owner.id }]);
    const bytes = await picture();
    expect((await dav('PUT', `/dav/${slug}/Semi/A.jpg`, { body: bytes, by: manager })).status).toBe(201);
    expect((await dav('MKCOL', '/dav/none/Semi', { by: manager })).status).toBe(409);
    expect((await dav('MKCOL', '/dav/none', { by: manager })).status).toBe(403);
    expect((await dav('PUT', '/dav/none/Semi/A.jpg', { body: bytes })).status).toBe(409);
  });

  test('is told of no room as 507, and the file is sent at the next run', async () => {
    const club = await createClub(app);
    await app.ctx.db.updateTable('club').set({ storage_quota: 10 }).where('id', '=', club).execute();
    await app.ctx.db.insertInto('event_club').values({ event_id: event, club_id: club }).execute();
    expect((await put('A.jpg', await picture())).status).toBe(507);
    expect(await list()).toEqual({});
    const { text } = await dav('PROPFIND', folder, {
      headers: { Depth: '0' },
      body: '<propfind xmlns="DAV:"><prop><quota-available-bytes/><quota-used-bytes/></prop></propfind>',
    });
    expect(text).toContain('<D:quota-available-bytes>10</D:quota-available-bytes>');
  });

  test('copies a folder below a gallery: nothing is made there, and no answer makes it try for minutes', async () => {
    const bytes = await picture();
    const manager = await giveKey(app, owner, 'manage');
    for (const by of [key, manager]) {
      const asked = [
        await dav('MKCOL', `${folder}/Day%201/`, { by }),
        await dav('PUT', `${folder}/Day%201/A.jpg`, { body: bytes, by }),
        await dav('DELETE', `${folder}/Day%201/A.jpg`, { by }),
        await dav('PROPFIND', `${folder}/Day%201/`, { headers: { Depth: '0' }, by }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([403, 409, 403, 404]);
    }
    expect([await photos(), await list()]).toEqual([[], {}]);
  });

  test('sends more than the limit: each waits, none is answered 429', async () => {
    const limit = vi
      .spyOn(app.ctx.rateLimits, 'limitRequests')
      .mockRejectedValue(new AppError('too_many_attempts'));
    onTestFinished(() => limit.mockRestore());
    const began = performance.now();
    expect((await put('A.jpg', await picture())).status).toBe(201);
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });

  test('moves within the gallery for a day, and nowhere else', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    const to = (path: string) => ({
      headers: { Destination: `https://proxy.example:444${path}`, Overwrite: 'F' },
    });
    expect((await dav('MOVE', `${folder}/A.jpg`, to(`${folder}/B.jpg`))).status).toBe(201);
    expect(await list()).toEqual({ 'B.jpg': bytes.length });
    expect(await photos()).toMatchObject([{ filename: 'B.jpg' }]);
    await put('C.jpg', await picture());
    expect((await dav('MOVE', `${folder}/C.jpg`, to(`${folder}/B.jpg`))).status).toBe(412);
    expect((await dav('COPY', `${folder}/C.jpg`, to(`${folder}/D.jpg`))).status).toBe(403);
    expect((await dav('MOVE', `${folder}/C.jpg`, to(`/dav/${slug}/Other/C.jpg`))).status).toBe(409);
    later(dayMs + minuteMs);
    expect((await dav('MOVE', `${folder}/C.jpg`, to(`${folder}/D.jpg`))).status).toBe(403);
  });

  test('reads of a list, which it asks for without a body, size, time, kind and tag', async () => {
    await put('A.jpg', await picture());
    const { text } = await dav('PROPFIND', folder, { headers: { Depth: '1' } });
    const [own = '', file = ''] = text.match(/<D:response>.*?<\/D:response>/gs) ?? [];
    expect(own).toMatch(/<D:resourcetype>\s*<D:collection\/>/);
    expect(file).toMatch(/<D:getlastmodified>\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT</);
    expect(file).toMatch(/<D:getetag>"[0-9a-f]{32}"</);
    expect(file).toMatch(/<D:resourcetype\s*\/>/);
    expect(file).toContain('<D:getcontentlength>');
  });

  test('moves onto a file: it deletes that one first, and moves without overwriting', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    await put('B.jpg', await picture());
    const headers = { Destination: `${app.url}${folder}/B.jpg`, Overwrite: 'F' };
    expect((await dav('DELETE', `${folder}/B.jpg`)).status).toBe(204);
    expect((await dav('MOVE', `${folder}/A.jpg`, { headers })).status).toBe(201);
    expect(await list()).toEqual({ 'B.jpg': bytes.length });
    expect(await photos()).toMatchObject([{ filename: 'B.jpg' }]);
  });

  test('deletes an old photo only with a key to manage; it can be restored', async () => {
    await put('A.jpg', await picture());
    later(2 * minuteMs);
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(403);
    expect(Object.keys(await list())).toEqual(['A.jpg']);
    const manager = await giveKey(app, owner, 'manage');
    await dav('PUT', `${folder}/B.jpg`, { body: await picture(), by: manager });
    later(4 * minuteMs);
    expect((await dav('DELETE', `${folder}/B.jpg`, { by: manager })).status).toBe(204);
    const bin = app.ctx.db.selectFrom('deleted_photo').select('id').where('gallery_id', '=', gallery);
    expect(await bin.execute()).toHaveLength(1);
    expect((await dav('DELETE', folder, { by: manager })).status).toBe(403);
  });

  test('finds a photo listed that an editor deleted, so that it does not come back', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    const [photo] = await photos();
    await owner.call('DELETE', `/photos/${photo!.id}`);
    expect(await list()).toEqual({ 'A.jpg': bytes.length });
    expect((await dav('GET', `${folder}/A.jpg`)).status).toBe(404);
  });

  test('never takes a photo from the gallery that others put there', async () => {
    const bytes = await picture();
    await app.send(bytes, { as: owner, gallery });
    await put('A.jpg', bytes);
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(204);
    expect(await photos()).toHaveLength(1);
  });

  test('gives a name that the gallery has another number', async () => {
    await app.send(await picture(), { as: owner, gallery, filename: 'A.jpg' });
    const bytes = await picture();
    await put('A.jpg', bytes);
    expect((await photos()).map(({ filename }) => filename)).toEqual(['A.jpg', 'A (2).jpg']);
    expect(await list()).toEqual({ 'A.jpg': bytes.length });
  });
});

describe('a path that is put again', () => {
  const shot = 71;
  const edited = async (of: Buffer) => sharp(of).linear(1.15, 0).jpeg().toBuffer();

  test('with the same shot, edited: the photo has the new file, and keeps it when the program deletes', async () => {
    const bytes = await textured(shot);
    await put('A.jpg', bytes);
    const before = await photos();
    const brighter = await edited(bytes);
    expect((await put('A.jpg', brighter)).status).toBe(204);
    expect(await photos()).toEqual(before);
    expect(await list()).toEqual({ 'A.jpg': brighter.length });
    const got = await fetch(`${app.url}${folder}/A.jpg`, { headers: { Authorization: basic() } });
    expect(Buffer.from(await got.arrayBuffer()).equals(brighter)).toBe(true);
    expect((await dav('DELETE', `${folder}/A.jpg`)).status).toBe(204);
    expect(await photos()).toEqual(before);
    expect((await put('A.jpg', brighter)).status).toBe(201);
    expect(await photos()).toEqual(before);
  });

  test('with another shot: both are there', async () => {
    await put('A.jpg', await textured(shot + 1));
    const other = await textured(shot + 2);
    expect((await put('A.jpg', other)).status).toBe(204);
    expect((await photos()).map(({ filename }) => filename)).toEqual(['A.jpg', 'A (2).jpg']);
    expect(await list()).toEqual({ 'A.jpg': other.length });
  });

  test('of a photo that is hidden: the new version is hidden too, and no answer says so', async () => {
    const bytes = await textured(shot);
    await put('A.jpg', bytes);
    const [photo] = await photos();
    expect((await owner.call('POST', `/photos/${photo!.id}/takedown`, {})).status).toBeLessThan(300);
    const hidden = app.ctx.db.selectFrom('takedown').select('id').where('photo_id', '=', photo!.id);
    expect(await hidden.execute()).toHaveLength(1);
    expect((await put('A.jpg', await edited(bytes))).status).toBe(204);
    expect(await photos()).toEqual([photo]);
    expect((await dav('GET', `${folder}/A.jpg`)).status).toBe(404);
  });
});

const failedAt = async (name: string) =>
  (
    await app.ctx.db
      .selectFrom('delivered_file')
      .select('failed_at')
      .where('gallery_id', '=', gallery)
      .where('name', '=', name)
      .executeTakeFirst()
  )?.failed_at ?? null;

/** Says more than it sends, and hangs up. */
async function cut(name: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT ${folder}/${name} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${basic()}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, bytes.length / 2));
  await expect.poll(async () => (await app.stock()).temporary).toBe(1);
  socket.destroy();
}

const lockBody =
  '<?xml version="1.0" encoding="utf-8"?><lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>davfs2</owner></lockinfo>';

describe('davfs2', () => {
  const lock = (name: string) =>
    dav('LOCK', `${folder}/${name}`, { body: lockBody, headers: { Depth: '0', Timeout: 'Second-1800' } });
  const tokenOf = (answer: Awaited<ReturnType<typeof dav>>) => answer.headers.get('lock-token')!;

  test('locks the absent name, puts, unlocks', async () => {
    const bytes = await picture();
    const held = await lock('F1.jpg');
    expect(held.status).toBe(201);
    expect(held.text).toContain('<D:timeout>Second-600</D:timeout>');
    const head = await dav('HEAD', `${folder}/F1.jpg`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '0']);
    const conditions = {
      If: `<https://elsewhere.example${folder}/F1.jpg> (${tokenOf(held)})`,
      'If-Match': head.headers.get('etag')!,
    };
    expect((await put('F1.jpg', bytes)).status).toBe(423);
    const stored = await put('F1.jpg', bytes, conditions);
    expect([stored.status, stored.headers.get('etag') !== null]).toEqual([204, true]);
    // The answer was lost: the same again, with what was true before.
    expect((await put('F1.jpg', bytes, conditions)).status).toBe(204);
    expect((await put('F1.jpg', await picture(), conditions)).status).toBe(412);
    expect(
      (await dav('UNLOCK', `${folder}/F1.jpg`, { headers: { 'Lock-Token': tokenOf(held) } })).status,
    ).toBe(204);
    expect(await photos()).toHaveLength(1);
    expect(await list()).toEqual({ 'F1.jpg': bytes.length });
  });

  test('mounts, asks who holds a lock, and looks for the name after a move', async () => {
    const ask = (path: string, property: string) =>
      dav('PROPFIND', path, {
        headers: { Depth: '0' },
        body: `<propfind xmlns="DAV:"><prop><${property}/></prop></propfind>`,
      });
    expect((await ask('/dav/', 'quota-available-bytes')).status).toBe(207);
    expect((await dav('HEAD', `${folder}/F1.jpg`)).status).toBe(404);
    const held = await lock('F1.jpg');
    expect((await lock('F1.jpg')).status).toBe(423);
    const { text } = await ask(`${folder}/F1.jpg`, 'lockdiscovery');
    expect(text).toContain('<D:activelock>');
    expect(text).toContain('davfs2');
    const bytes = await picture();
    await put('F1.jpg', bytes, { If: `(${tokenOf(held)})` });
    const headers = { Destination: `${app.url}${folder}/F2.jpg`, Overwrite: 'T', If: `(${tokenOf(held)})` };
    expect((await dav('MOVE', `${folder}/F1.jpg`, { headers })).status).toBe(201);
    const moved = await dav('HEAD', `${folder}/F2.jpg`);
    expect([moved.status, moved.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await dav('HEAD', `${folder}/F1.jpg`)).status).toBe(404);
  });

  test('without locks, over what it knows: with If-Match', async () => {
    const { headers } = await put('K.jpg', await picture());
    const bytes = await picture();
    expect((await put('K.jpg', bytes, { 'If-Match': '"of another"' })).status).toBe(412);
    expect((await put('K.jpg', bytes, { 'If-Match': headers.get('etag')! })).status).toBe(204);
    expect(await list()).toEqual({ 'K.jpg': bytes.length });
  });

  test('copies over it: asks for the photo with its tag, and gets no byte', async () => {
    const bytes = await picture();
    const { headers } = await put('F1.jpg', bytes);
    const again = await lock('F1.jpg');
    expect(again.status).toBe(200);
    const asked = await dav('GET', `${folder}/F1.jpg`, {
      headers: { 'If-None-Match': headers.get('etag')! },
    });
    expect(asked.status).toBe(304);
    const part = await fetch(`${app.url}${folder}/F1.jpg`, {
      headers: { Authorization: basic(), Range: 'bytes=2-5' },
    });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(2, 6)]);
  });

  test('copies to x.part and moves it while it is empty; the final name gets the body', async () => {
    const bytes = await picture();
    const first = await lock('x.part');
    const headers = { Destination: `${app.url}${folder}/x.jpg`, If: `(${tokenOf(first)})` };
    expect((await dav('MOVE', `${folder}/x.part`, { headers })).status).toBe(201);
    const second = await lock('x.jpg');
    expect(second.status).toBe(200);
    expect((await put('x.jpg', bytes, { If: `(${tokenOf(second)})` })).status).toBe(204);
    expect(await list()).toEqual({ 'x.jpg': bytes.length });
  });

  test('without locks: a new one with If-None-Match, and the repeat after a lost answer', async () => {
    const bytes = await picture();
    expect((await put('N.jpg', bytes, { 'If-None-Match': '*' })).status).toBe(201);
    expect((await put('N.jpg', bytes, { 'If-None-Match': '*' })).status).toBe(204);
    expect((await put('N.jpg', await picture(), { 'If-None-Match': '*' })).status).toBe(412);
    expect(await photos()).toHaveLength(1);
  });

  test('a refused photo leaves no empty one behind', async () => {
    const held = await lock('bad.jpg');
    expect((await put('bad.jpg', Buffer.from('bad'), { If: `(${tokenOf(held)})` })).status).toBe(415);
    expect(await list()).toEqual({ 'bad.jpg': 3 });
  });

  test('names without a photo are forgotten after an hour, and a lock after ten minutes', async () => {
    await lock('gone.jpg');
    expect((await lock('gone.jpg')).status).toBe(423);
    app.clock.set(new Date(Date.now() + 11 * minuteMs));
    expect((await lock('gone.jpg')).status).toBe(200);
    app.clock.set(new Date(Date.now() + 2 * hourMs));
    expect(await list()).toEqual({});
    await removeUnsettledDeliveries(app.ctx.db, app.ctx.clock.now());
    const rows = app.ctx.db.selectFrom('delivered_file').select('id').where('gallery_id', '=', gallery);
    expect(await rows.execute()).toEqual([]);
  });

  test('another key sees none of it', async () => {
    await put('A.jpg', await picture());
    const other = await giveKey(app, owner, 'upload');
    expect(await list(folder, other)).toEqual({});
    const held = await lock('A.jpg');
    expect(held.status).toBe(200);
    expect((await dav('PUT', `${folder}/A.jpg`, { body: await picture(), by: other })).status).toBe(201);
  });
});

describe('cadaver, gio and curl', () => {
  test('a slash behind the name of a file, and none behind a folder', async () => {
    await put('R1.jpg', await picture());
    const ask = (path: string) => dav('PROPFIND', path, { headers: { Depth: '0' } });
    const [file, plain] = [await ask(`${folder}/R1.jpg/`), await ask(folder)];
    expect([file.status, plain.status]).toEqual([207, 207]);
    expect(file.text).toContain('R1.jpg</D:href>');
    expect(plain.text).toContain('%C3%9C/</D:href>');
    expect((await dav('PROPFIND', folder)).status).toBe(403);
    expect((await ask(`${folder}/none.jpg`)).status).toBe(404);
  });

  test('a lock that names no time, and its end', async () => {
    const held = await dav('LOCK', `${folder}/L.jpg`, { body: lockBody, headers: { Depth: '0' } });
    expect([held.status, held.text.includes('<D:timeout>Second-600</D:timeout>')]).toEqual([201, true]);
    const token = held.headers.get('lock-token')!;
    expect((await dav('UNLOCK', `${folder}/L.jpg`, { headers: { 'Lock-Token': token } })).status).toBe(204);
    expect((await put('L.jpg', await picture())).status).toBe(204);
  });

  test('a move with Overwrite takes the place of another that was just sent', async () => {
    const bytes = await picture();
    await put('A.jpg', bytes);
    await put('B.jpg', await picture());
    const headers = { Destination: `${app.url}${folder}/B.jpg`, Overwrite: 'T' };
    expect((await dav('MOVE', `${folder}/A.jpg`, { headers })).status).toBe(204);
    expect(await list()).toEqual({ 'B.jpg': bytes.length });
    expect(await photos()).toHaveLength(1);
  });

  test('a PUT with Overwrite, one in chunks, and a part of a file', async () => {
    const bytes = await picture();
    expect((await put('A.jpg', bytes, { Overwrite: 'T' })).status).toBe(201);
    const other = await picture();
    const chunked = await fetch(`${app.url}${folder}/B.jpg`, {
      method: 'PUT',
      headers: { Authorization: basic() },
      body: new Blob([new Uint8Array(other)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(201);
    expect((await put('C.jpg', bytes, { 'Content-Range': `bytes 10-${bytes.length + 9}/*` })).status).toBe(
      400,
    );
    expect((await put('C.jpg', bytes, { 'Content-Range': `bytes 0-${bytes.length - 1}/*` })).status).toBe(
      400,
    );
    expect(await list()).toEqual({ 'A.jpg': bytes.length, 'B.jpg': other.length });
  });

  test('asks before it sends the body, and sends none with a wrong key', async () => {
    const bytes = await picture();
    expect(await expectFirst(basic({ ...key, key: `${key.key}x` }), bytes)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await expectFirst(basic(), bytes)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    expect(await list()).toEqual({ 'E.jpg': bytes.length });
  });
});

/** What is answered to a PUT with `Expect: 100-continue`, whose body comes after a yes. */
function expectFirst(authorization: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT ${folder}/E.jpg HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n` +
      `Content-Length: ${bytes.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  let said = '';
  return new Promise((resolve, reject) => {
    socket.on('data', (part) => {
      const isFirst = said === '';
      said += part.toString();
      if (isFirst && said.startsWith('HTTP/1.1 100')) socket.write(bytes);
      if (/HTTP\/1\.1 [2-5]/.test(said)) {
        socket.destroy();
        resolve(said);
      }
    });
    socket.on('error', reject);
  });
}

describe('Finder and Explorer, by public descriptions', () => {
  test('an empty file first, also over a photo; files beside photos never become one', async () => {
    expect((await put('A.jpg', Buffer.alloc(0))).status).toBe(201);
    expect(await list()).toEqual({ 'A.jpg': 0 });
    const bytes = await picture();
    expect((await put('A.jpg', bytes)).status).toBe(204);
    expect((await put('A.jpg', Buffer.alloc(0))).status).toBe(204);
    for (const name of [
      '._A.jpg',
      '.DS_Store',
      'Thumbs.db',
      'desktop.ini',
      'A.jpg.part',
      'A.tmp',
      'A.filepart',
    ])
      expect((await put(name, bytes)).status).toBe(201);
    expect(await photos()).toHaveLength(1);
    expect(await list()).toMatchObject({ 'A.jpg': bytes.length, '._A.jpg': bytes.length });
    // Its bytes were not kept, so it cannot become the photo.
    const headers = { Destination: `${app.url}${folder}/Z.jpg` };
    expect((await dav('MOVE', `${folder}/A.jpg.part`, { headers })).status).toBe(409);
  });

  test('times of Explorer are accepted, other properties are not', async () => {
    await put('A.jpg', await picture());
    const patch = (property: string) =>
      dav('PROPPATCH', `${folder}/A.jpg`, {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${property}</D:prop></D:set></D:propertyupdate>`,
      });
    expect((await patch('<Z:Win32LastModifiedTime>x</Z:Win32LastModifiedTime>')).text).toContain('200 OK');
    expect((await patch('<Z:Other>x</Z:Other>')).text).toContain('403 Forbidden');
  });
});

describe('what is no request of a client', () => {
  test.each([
    [
      'a document with entities',
      '<!DOCTYPE a [<!ENTITY b "c">]><propfind xmlns="DAV:"><allprop/></propfind>',
      400,
    ],
    ['half a document', '<propfind xmlns="DAV:">', 400],
    ['a document too large', `<propfind xmlns="DAV:"><allprop/>${' '.repeat(70_000)}</propfind>`, 413],
    ['deep nesting', '<a>'.repeat(2_000) + '</a>'.repeat(2_000), 400],
  ])('%s', async (_what, body, status) => {
    expect((await dav('PROPFIND', folder, { body, headers: { Depth: '0' } })).status).toBe(status);
  });

  test.each(['/dav/%2e%2e/api', '/dav/%00', '/dav/a%2fb', '/dav/%ff'])('%s', async (path) => {
    const { status } = await dav('PROPFIND', path, { headers: { Depth: '0' } });
    expect([400, 404]).toContain(status);
  });
});
