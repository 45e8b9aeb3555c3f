import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { runBackup } from '#server/backup/run-backup.ts';
import { originalForEngine } from '#server/jobs/original-for-face-engine.ts';
import { auditFiles } from '#server/scripts/support/audit-files.ts';
import { openStore } from '#server/storage/open-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { allRows } from '#tests/support/all-rows.ts';
import { emptyTestDatabase } from '#tests/support/database.ts';
import { installationOfApp, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { type S3Service, startS3Service } from '#tests/support/s3-service.ts';
import { quarters } from '#tests/support/test-images.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';
import { unzip } from '#tests/support/zip.ts';

/** What an installation does with its photos, once each, with the photos in S3. */
let service: S3Service;
let app: PhotoApp;
let root: string;
/** The photo of all tests, and its bytes. */
let photo: string;
let bytes: Buffer;
let link: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-s3-installation-'));
  service = await startS3Service();
  app = await startPhotoApp({}, undefined, { s3: service.settings, ownDatabase: true });
  bytes = await quarters(96).jpeg().toBuffer();
  const { status, body } = await app.send(bytes, { filename: 'team.jpg' });
  expect(status).toBe(201);
  photo = body.data.id;
  const made = await app.photographer.call<{ token: string }>('POST', `/galleries/${app.gallery}/links`, {
    name: 'Parents',
  });
  link = made.body.data.token;
});
afterEach(() => {
  service.intercept = undefined;
});
afterAll(async () => {
  await app?.close();
  await service?.close();
  await rm(root, { recursive: true });
});

async function keysIn(store: PhotoStore): Promise<string[]> {
  const keys: string[] = [];
  for (const each of ['originals', 'renditions'] as const)
    for await (const { key } of store.list(each)) keys.push(key);
  return keys.sort();
}
const keysOf = async (id: string) => (await keysIn(app.store)).filter((key) => key.includes(id));
const localFiles = async () => (await app.stock()).files;
const get = (path: string, headers: Record<string, string> = {}, as: Actor | null = app.photographer) =>
  fetch(`${app.url}/api${path}`, {
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
  });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('an upload that was answered is in the bucket, and nowhere on this machine', async () => {
  const keys = await keysOf(photo);
  expect(keys).toHaveLength(4);
  expect(await buffer(await app.store.openRead(keys.find((key) => key.startsWith('originals/'))!))).toEqual(
    bytes,
  );
  expect(await localFiles()).toEqual([]);
  expect((await app.stock()).temporary).toBe(0);
});

test('an upload that the service refuses is none, and leaves nothing', async () => {
  const before = await keysIn(app.store);
  service.intercept = (req, res) => {
    if (req.method !== 'PUT' || !req.url?.includes('/originals/')) return false;
    res.writeHead(403).end();
    return true;
  };
  const refused = await app.send(await quarters(98).jpeg().toBuffer());
  expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable']);
  expect((await app.stock()).photos).toBe(1);
  await app.removeLeftovers();
  expect(await keysIn(app.store)).toEqual(before);
  expect((await app.stock()).temporary).toBe(0);
});

test('pictures have ranges and tags, and their rights', async () => {
  const whole = await get(`/photos/${photo}/download`);
  expect([whole.status, await bytesOf(whole)]).toEqual([200, bytes]);
  const etag = whole.headers.get('etag')!;
  const part = await get(`/photos/${photo}/download`, { range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
  expect(await bytesOf(part)).toEqual(bytes.subarray(10, 20));
  service.requests.length = 0;
  expect((await get(`/photos/${photo}/download`, { 'if-none-match': etag })).status).toBe(304);
  expect(service.requests.filter((line) => line.startsWith('GET'))).toEqual([]);
  service.requests.length = 0;
  for (const as of [null, await createActor(app)])
    expect((await get(`/photos/${photo}/download`, {}, as)).status).not.toBe(200);
  expect(service.requests).toEqual([]);
});

test('a photo in parts gathers on this machine and ends in the bucket', async () => {
  const large = await quarters(102).jpeg().toBuffer();
  const tus = { 'tus-resumable': '1.0.0', authorization: `Bearer ${app.photographer.token}` };
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const begun = await fetch(`${app.url}/api/photos/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(large.length),
      'upload-metadata': `gallery_id ${encoded(app.gallery)},filename ${encoded('parts.jpg')}`,
    },
  });
  const path = begun.headers.get('location')!;
  const send = (from: number, to: number) =>
    fetch(`${app.url}${path}`, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(large.subarray(from, to)),
    });
  await send(0, 100);
  expect(await localFiles()).toHaveLength(1);
  const ended = await send(100, large.length);
  const { data } = (await ended.json()) as { data: { id: string } };
  expect([ended.status, (await keysOf(data.id)).length]).toEqual([201, 4]);
  expect(await localFiles()).toEqual([]);
});

test('archives hold the originals, for visitors without metadata', async () => {
  const archive = await get(`/galleries/${app.gallery}/download`);
  expect(unzip(await bytesOf(archive)).find(({ name }) => name === 'team.jpg')?.bytes).toEqual(bytes);
  const visitors = await get(`/galleries/shared/${link}/download`, {}, null);
  expect(unzip(await bytesOf(visitors))).toHaveLength(2);
  expect((await keysOf(photo)).filter((key) => key.includes('/public/'))).toHaveLength(1);
});

test('recognition reads originals out of the bucket', async () => {
  const imaging = createImaging({ processes: 1 });
  try {
    const row = await app.ctx.db
      .selectFrom('photo')
      .select(['id', 'original_key', 'bytes', 'width', 'height'])
      .where('id', '=', photo)
      .executeTakeFirstOrThrow();
    const original = originalForEngine({ store: app.store, imaging, maxPixels: 1e6, log: app.ctx.log }, row);
    const region = { x: 0.1, y: 0.1, w: 0.25, h: 0.25 };
    expect(
      await original.withCrops([region], async ({ path }) => (await readFile(path)).length),
    ).toBeGreaterThan(0);
    expect((await app.stock()).temporary).toBe(0);
  } finally {
    await imaging.close();
  }
});

test.runIf(NIGHTLY)(
  'a backup holds the originals, and restores them into another bucket or place',
  async () => {
    const folder = join(root, 'backup');
    const made = await runBackup(installationOfApp(app), { folder, drill: true });
    expect(made).toMatchObject({ photos: 2, missing: 0, damaged: 0, proof: { error: null } });
    const target = await emptyTestDatabase();
    try {
      const s3 = { ...service.settings, prefix: 'restored/' };
      const store = await openStore({ folder: join(root, 'restored'), s3 });
      await restoreBackup(await BackupFolder.open(folder), { ...target, store });
      const isOriginal = (key: string) => key.startsWith('originals/');
      expect(await keysIn(store)).toEqual((await keysIn(app.store)).filter(isOriginal));
      for (const key of await keysIn(store))
        expect(await buffer(await store.openRead(key))).toEqual(await buffer(await app.store.openRead(key)));
      expect((await allRows(target.db)).photo).toEqual((await allRows(app.ctx.db)).photo);
    } finally {
      await target.remove();
    }
  },
);

test('the audit of files finds what is missing', async () => {
  const [missing, lacking, strays, changed] = await auditFiles(app.ctx.db, app.store, true);
  expect([missing, lacking, strays, changed].map((finding) => finding?.items)).toEqual([[], [], [], []]);
});

test('a photo deleted for good leaves no object, and a gallery neither', async () => {
  const kept = await keysOf(photo);
  expect((await app.photographer.call('DELETE', `/photos/${photo}`)).status).toBe(200);
  await app.removeLeftovers();
  expect(await keysOf(photo)).toEqual(kept);
  await app.deleteForGood(photo);
  await app.removeLeftovers();
  expect(await keysOf(photo)).toEqual([]);
  expect(await keysIn(app.store)).toHaveLength(5);
  expect((await app.photographer.call('DELETE', `/galleries/${app.gallery}`)).status).toBe(200);
  expect((await app.photographer.call('POST', `/galleries/${app.gallery}/purge`, {})).status).toBe(200);
  await app.removeLeftovers();
  expect(await keysIn(app.store)).toEqual([]);
  expect(await readdir(join(app.folder, 'incoming'))).toEqual([]);
});
