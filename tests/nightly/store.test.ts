import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiClient, createWorkplace, signInTo } from '#scripts/support/api-client.ts';
import { compareStores } from '#server/storage/copy-store.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { openStore } from '#server/storage/open-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { originalKey, renditionKey } from '#server/storage/storage-keys.ts';
import { type S3Service, startS3Service } from '#tests/support/s3-service.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
  temporaryDataDir,
} from '#tests/support/server-process.ts';

/** How often a copy is killed; each time at another request. */
const KILLS = Number(process.env.STORE_KILLS ?? 2);
const PHOTOS = 8;

let service: S3Service;
let dataDir: string;
let remove: () => Promise<void>;
let children: ChildProcess[] = [];

beforeEach(async () => {
  service = await startS3Service();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service?.close();
});

/** `npm run store -- copy`. The keys are there, the address of the service is not: photos are on the disk. */
function startCopy(args: string[], env: Record<string, string> = {}) {
  const { STORAGE_URL, ...keys } = service.env;
  const child = spawn(process.execPath, ['server/scripts/copy-photos.ts', 'copy', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...keys, ...env },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const ended = once(child, 'close').then(([code]) => {
    children = children.filter((other) => other !== child);
    return { code: code as number | null, output };
  });
  return { child, ended };
}
const copy = (args: string[], env?: Record<string, string>) => startCopy(args, env).ended;
const toS3 = () => ['--to', service.env.STORAGE_URL!];
const diskStore = () => DiskStore.open(join(dataDir, 'photos'));
const s3Store = () => openStore({ folder: join(dataDir, 'test'), s3: service.settings });

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** The checksum of each file. */
async function contentsOf(store: PhotoStore): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const root of ['originals', 'renditions'] as const)
    for await (const { key } of store.list(root))
      contents.set(key, sha256Of(await buffer(await store.openRead(key))).toString('hex'));
  return new Map([...contents].sort());
}

test('a copy that is killed again and again ends with every file, and goes back to a disk', {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  ({ dataDir, remove } = await temporaryDataDir());
  try {
    const store = await diskStore();
    for (let number = 0; number < PHOTOS; number += 1) await putPhoto(store, number);
    const expected = await contentsOf(store);
    expect(expected.size).toBe(PHOTOS * 3);
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, ended } = startCopy(toS3());
      // At another file each time, every second time after the service has begun to write it.
      let left = 1 + ((kill * 5) % (PHOTOS * 2));
      service.intercept = (req) => {
        if (!['PUT', 'POST'].includes(req.method ?? '') || left-- !== 0) return false;
        if (kill % 2 === 0) child.kill('SIGKILL');
        else req.once('data', () => child.kill('SIGKILL'));
        return false;
      };
      const wasKilled = (await ended).code === null;
      if (wasKilled) killed += 1;
      // This service, unlike Amazon's, keeps what came of a file that was cut: it has to be replaced.
      if (!wasKilled) for (const key of expected.keys()) await (await s3Store()).remove(key);
    }
    console.log(`${killed} of ${KILLS} copies killed`);
    expect(killed).toBeGreaterThan(0);
    await replace(await s3Store(), [...expected.keys()].at(-1)!);
    service.intercept = undefined;
    const whole = await copy(toS3());
    expect(whole.code, whole.output).toBe(0);
    const again = await copy(toS3());
    expect(again.output).toContain(`0 files (0 MB) copied into s3://club-photos/photos/, ${PHOTOS * 3} were`);
    expect(await contentsOf(await s3Store())).toEqual(expected);

    const elsewhere = await temporaryDataDir();
    try {
      const back = await copy(['--to', 'disk'], { ...service.env, DATA_DIR: elsewhere.dataDir });
      expect(back.code, back.output).toBe(0);
      expect(await contentsOf(await DiskStore.open(join(elsewhere.dataDir, 'photos')))).toEqual(expected);
    } finally {
      await elsewhere.remove();
    }
  } finally {
    await remove();
  }
});

/** Other bytes, as many as before. */
async function replace(store: PhotoStore, key: string): Promise<void> {
  const path = (await store.draft(0)).path;
  await writeFile(path, randomBytes((await store.stat(key))?.bytes ?? 1));
  await store.put(key, path);
}

/** An original, of which the first one is sent in parts, and two renditions. */
async function putPhoto(store: PhotoStore, number: number): Promise<void> {
  const id = `019aa1b2-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
  const original = randomBytes(number === 0 ? 9_000_000 : 40_000);
  const sha256 = sha256Of(original);
  const files: [string, Buffer][] = [
    [originalKey({ id, sha256, mime: 'image/jpeg' }), original],
    [renditionKey(id, 'small', 1), randomBytes(2_000)],
    [renditionKey(id, 'large', 1), randomBytes(20_000)],
  ];
  for (const [key, bytes] of files) {
    const path = (await store.draft(0)).path;
    await writeFile(path, bytes);
    await store.put(key, path);
  }
}

test('an installation moves into S3 while it runs, and works there', async () => {
  ({ dataDir, remove } = await preparedDataDir());
  const env = { DATABASE_URL: '', FACE_WORKERS: '1' };
  let server: ServerProcess | undefined;
  try {
    server = await startServer({ dataDir, env, until: '/healthz' });
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    const { photographer, galleryId } = await createWorkplace(server.url, admin, 'Move');
    const add = async (client: ApiClient, number: number) =>
      (await client.upload(galleryId, await pictureOf(number), `photo-${number}.png`)).id;
    const [kept, deleted] = [await add(photographer, 1), await add(photographer, 2)];
    expect(await copy(toS3())).toMatchObject({ code: 0 });
    // Both happen after the copy.
    const late = await add(photographer, 3);
    await photographer.call('DELETE', `/photos/${deleted}`);
    await photographer.call('POST', `/galleries/${galleryId}/deleted-photos/purge`, {});
    const early = await copy([...toS3(), '--finish']);
    expect(early.code, early.output).toBe(78);
    await server.kill('SIGTERM');
    for (const key of await keysOf(await diskStore(), deleted)) await (await diskStore()).remove(key); // as its job does
    // A service that says yes and keeps nothing.
    service.intercept = (req, res) => {
      if (req.method !== 'PUT' || !req.url?.includes(late)) return false;
      res.writeHead(200, { etag: '"none"' }).end();
      return true;
    };
    expect(await copy([...toS3(), '--finish'])).toEqual({
      code: 78,
      output: expect.stringContaining('Not finished: 4 files differ'),
    });
    service.intercept = undefined;
    const finished = await copy([...toS3(), '--finish']);
    expect(finished, finished.output).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything is there'),
    });
    expect(await compareStores(await diskStore(), await s3Store())).toEqual({ missing: [], extra: [] });

    server = await startServer({ dataDir, env: { ...env, ...service.env }, until: '/healthz' });
    const there = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    expect(await there.download(kept)).toEqual(await pictureOf(1));
    expect(await there.download(late)).toEqual(await pictureOf(3));
    const added = await add(there, 4);
    expect(await keysOf(await s3Store(), added)).toHaveLength(4);
    expect(await keysOf(await diskStore(), added)).toEqual([]);
    const said = `${server.output()}${finished.output}`;
    expect(said).toContain('its photos in s3://club-photos/photos/');
    await server.kill('SIGTERM');
    expect(`${said}${server.output()}`).not.toContain(service.settings.credentials.secretAccessKey);
  } finally {
    await server?.kill('SIGKILL');
    await remove();
  }
});

const pictureOf = (number: number) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: number, g: 9, b: 99 } } })
    .png()
    .toBuffer();

async function keysOf(store: PhotoStore, id: string): Promise<string[]> {
  return [...(await contentsOf(store)).keys()].filter((key) => key.includes(id));
}

test('a place with other photos, the place itself and unknown words are refused in a sentence', async () => {
  ({ dataDir, remove } = await temporaryDataDir());
  try {
    expect(await copy(['--to', 'disk'])).toEqual({
      code: 78,
      output: 'The photos are in this place already.\n',
    });
    expect((await copy(['--to', 's3://photos'])).output).toContain('must name its region');
    expect((await copy([])).output).toContain('Usage:');
    await putPhoto(await s3Store(), 1);
    const refused = await copy(toS3());
    expect([refused.code, refused.output]).toEqual([78, expect.stringContaining('holds photos already')]);
  } finally {
    await remove();
  }
});
