import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLimits } from '#server/contract/count-limits.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { removeOldUploads } from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import { newId } from '#server/ids.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp, type Uploaded } from '#tests/support/photo-app.ts';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

const sample = (n: number) => readFile(`node_modules/@vladmandic/face-api/demo/sample${n}.jpg`);
const encoded = (text: string) => Buffer.from(text).toString('base64');

type Sent = {
  method: string;
  path?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  as?: Actor | null;
};
function send({ method, path = '/api/photos/uploads', headers = {}, body, as = app.photographer }: Sent) {
  return fetch(`${app.url}${path}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...headers,
    },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
}
const create = (bytes: number, { gallery = app.gallery, as = app.photographer as Actor | null } = {}) =>
  send({
    method: 'POST',
    as,
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': `gallery_id ${encoded(gallery)},filename ${encoded('Größe/team.jpg')},relative_path ${encoded('Größe/team.jpg')}`,
    },
  });
const started = async (bytes: number) => (await create(bytes)).headers.get('location')!;
const patch = (path: string, body: Uint8Array, offset: number, as = app.photographer) =>
  send({ method: 'PATCH', path, body, as, headers: { 'upload-offset': String(offset) } });
const offset = async (path: string) =>
  Number((await send({ method: 'HEAD', path })).headers.get('upload-offset'));
const photoOf = async (answer: Response) => ((await answer.json()) as { data: Uploaded }).data;
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a photo in parts', () => {
  test('is the photo it would have been in one piece, and the same bytes again are a duplicate', async () => {
    const bytes = await sample(1);
    const path = await started(bytes.length);
    expect(path).toMatch(/^\/api\/photos\/uploads\/[0-9a-f-]{36}$/);
    const half = bytes.length >> 1;
    const first = await patch(path, bytes.subarray(0, half), 0);
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
    expect(await offset(path)).toBe(half);
    const last = await patch(path, bytes.subarray(half), half);
    expect([last.status, last.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
    const photo = await photoOf(last);
    expect(photo).toMatchObject({
      gallery_id: app.gallery,
      filename: 'team.jpg',
      bytes: bytes.length,
      uploaded_by: app.photographer.id,
      duplicate: false,
    });
    const row = await app.ctx.db
      .selectFrom('photo')
      .select('relative_path')
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow();
    expect(row.relative_path).toBe('Größe/team.jpg');
    const { files } = await app.stock();
    const original = files.find((file) => file.startsWith('originals') && file.includes(photo.id))!;
    expect((await app.read(original)).equals(bytes)).toBe(true);
    expect(files.filter((file) => file.startsWith('partial'))).toEqual([]);

    const again = await started(bytes.length);
    const answer = await patch(again, bytes, 0);
    expect(answer.status).toBe(200);
    expect(await photoOf(answer)).toMatchObject({ id: photo.id, duplicate: true });
  });

  test('goes on where the connection was cut, and one whose last answer was lost is asked for its last byte', async () => {
    const bytes = await sample(2);
    const path = await started(bytes.length);
    await patch(path, bytes.subarray(0, 1000), 0);
    expect((await patch(path, bytes.subarray(0, 10), 5)).status).toBe(409);
    expect(await offset(path)).toBe(1000);
    // What a server leaves that was killed between the last byte and the photo.
    const id = path.split('/').at(-1)!;
    await writeFile(app.store.partialPath(id), bytes);
    expect(await offset(path)).toBe(bytes.length - 1);
    const last = await patch(path, bytes.subarray(-1), bytes.length - 1);
    expect(last.status).toBe(201);
    expect(await offset(path)).toBe(bytes.length);
    // Nothing more is written to it.
    expect((await patch(path, bytes.subarray(-1), bytes.length - 1)).status).toBe(409);
    const nothing = await send({
      method: 'PATCH',
      path,
      headers: {
        'upload-offset': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
        'content-length': '0',
      },
    });
    expect([nothing.status, nothing.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
  });

  test.each(['0.2.2', ''])('speaks one version of the protocol, not %j', async (version) => {
    const answer = await send({
      method: 'POST',
      headers: { 'tus-resumable': version, 'upload-length': '5' },
    });
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
    expect(await codeOf(answer)).toEqual([412, 'upload_malformed']);
  });

  test('is refused before its first byte where a photo would be', async () => {
    const member = await createActor(app);
    expect(await codeOf(await create(10, { as: null }))).toEqual([401, 'not_signed_in']);
    expect((await create(10, { as: member })).status).toBeGreaterThanOrEqual(403);
    expect(await codeOf(await create(PHOTO_LIMITS.maxBytes + 1))).toEqual([413, 'upload_too_large']);
    expect(await codeOf(await create(0))).toEqual([422, 'upload_empty']);
    expect(await codeOf(await send({ method: 'POST', headers: { 'upload-length': '5' } }))).toEqual([
      422,
      'field_invalid',
    ]);
    expect(
      await app.ctx.db.selectFrom('resumable_upload').select('id').where('bytes', 'in', [0, 5, 10]).execute(),
    ).toEqual([]);
  });

  test('belongs to the account that began it', async () => {
    const bytes = await sample(3);
    const path = await started(bytes.length);
    const other = await createActor(app, ['photographer']);
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await send({ method, path, as: other, headers: { 'upload-offset': '0' } })).status).toBe(404);
    expect((await patch(path, bytes, 0)).status).toBe(201);
  });

  test('that is no picture, or longer than said, leaves nothing', async () => {
    const path = await started(9);
    expect(await codeOf(await patch(path, Buffer.from('no photo!'), 0))).toEqual([
      415,
      'image_type_not_accepted',
    ]);
    expect((await send({ method: 'HEAD', path })).status).toBe(404);
    const short = await started(9);
    expect((await patch(short, Buffer.alloc(10), 0)).status).toBeGreaterThanOrEqual(400);
    expect((await send({ method: 'DELETE', path: short })).status).toBe(204);
    expect((await app.stock()).files.filter((file) => file.startsWith('partial'))).toEqual([]);
  });

  test('that is not whole after a day is removed with what came of it', async () => {
    const path = await started(100);
    await patch(path, Buffer.alloc(50), 0);
    const tomorrow = new Date(Date.now() + lifetimes.resumableUploadMs + 1000);
    await removeOldUploads(app.ctx.db, app.store, tomorrow);
    expect((await app.stock()).files.filter((file) => file.startsWith('partial'))).toEqual([]);
    expect((await send({ method: 'HEAD', path })).status).toBe(404);
    expect(await app.ctx.db.selectFrom('resumable_upload').select('id').execute()).toEqual([]);
  });

  test('is asked for by no other method, and what is not the protocol is refused', async () => {
    expect(await codeOf(await send({ method: 'PUT', body: Buffer.from('x') }))).toEqual([
      405,
      'method_not_allowed',
    ]);
    const path = await started(10);
    const answer = await fetch(`${app.url}${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${app.photographer.token}` },
      body: 'x',
    });
    expect(answer.status).toBe(412);
    for (const concat of ['partial', `final;${path}`]) {
      const headers = {
        'upload-length': '10',
        'upload-concat': concat,
        'upload-metadata': `gallery_id ${encoded(app.gallery)},filename ${encoded('a.jpg')}`,
      };
      expect(await codeOf(await send({ method: 'POST', headers }))).toEqual([400, 'upload_malformed']);
    }
  });
});

test('an account has exactly as many going on as it may, however many begin at once', async () => {
  const as = await createActor(app, ['photographer']);
  const places = 5;
  const { gallery } = await app.ctx.db
    .updateTable('gallery')
    .set({ photographer_id: as.id })
    .where('id', '=', app.gallery)
    .returning('id as gallery')
    .executeTakeFirstOrThrow();
  const now = app.ctx.clock.now();
  const row = { gallery_id: gallery, uploaded_by: as.id, bytes: 1, created_at: now, active_at: now };
  await app.ctx.db
    .insertInto('resumable_upload')
    .values(
      Array.from({ length: countLimits.activeUploadsPerAccountMax - places }, () => ({
        ...row,
        id: newId(),
        guest_name: '',
        filename: 'photo.jpg',
      })),
    )
    .execute();
  const begun = await Promise.all(Array.from({ length: 24 }, () => create(1_000, { gallery, as })));
  expect(begun.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: places }, () => 201),
    ...Array.from({ length: 24 - places }, () => 429),
  ]);
});
