import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskStore } from '#server/storage/disk-store.ts';
import { type PhotoStore, StoredFileMissing } from '#server/storage/photo-store.ts';
import { S3Store } from '#server/storage/s3-store.ts';
import { blurredFolder, originalKey, publicCopyKey, renditionKey } from '#server/storage/storage-keys.ts';
import { type S3Service, startS3Service } from '#tests/support/s3-service.ts';

const PHOTO_ID = '019aa1b2-0000-7000-8000-0000000000ef';
const key = renditionKey(PHOTO_ID, 'small', 1);
const original = originalKey({ id: PHOTO_ID, sha256: Buffer.alloc(32, 0xab), mime: 'image/jpeg' });

describe.each(['disk', 's3'] as const)('the store on %s', (kind) => {
  let service: S3Service | undefined;
  let root = '';
  let store: PhotoStore;

  beforeAll(async () => {
    service = kind === 's3' ? await startS3Service() : undefined;
  });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'clublens-store-'));
    store = service ? await S3Store.open(root, service.settings) : await DiskStore.open(root);
    // The service keeps what an earlier test put.
    for (const each of ['originals', 'renditions'] as const)
      for await (const found of store.list(each)) await store.remove(found.key);
  });
  afterEach(() => rm(root, { recursive: true }));
  afterAll(() => service?.close());

  async function incoming(content: string | Buffer): Promise<string> {
    const path = (await store.draft(0)).path;
    await writeFile(path, content);
    return path;
  }
  const listed = async (each: 'originals' | 'renditions') => {
    const keys: string[] = [];
    for await (const found of store.list(each)) keys.push(found.key);
    return keys.sort();
  };

  it('keeps what it takes over and gives it back, whole or in part', async () => {
    const before = Date.now() - 1_000;
    await store.put(key, await incoming('0123456789'));
    expect((await buffer(await store.openRead(key))).toString()).toBe('0123456789');
    expect((await buffer(await store.openRead(key, { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(await store.openRead(key, { start: 9, end: 9 }))).toString()).toBe('9');
    const found = await store.stat(key);
    expect(found?.bytes).toBe(10);
    expect(found?.modifiedAt.getTime()).toBeGreaterThanOrEqual(before - (before % 1_000));
    expect(await store.withLocalFile(key, (path) => readFile(path, 'utf8'))).toBe('0123456789');
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
  });

  it('keeps an empty file and one that is sent in parts', async () => {
    await store.put(key, await incoming(''));
    expect(await buffer(await store.openRead(key))).toEqual(Buffer.alloc(0));
    const large = randomBytes(17 * 1024 * 1024);
    await store.put(original, await incoming(large));
    expect((await store.stat(original))?.bytes).toBe(large.length);
    expect((await buffer(await store.openRead(original))).equals(large)).toBe(true);
    const across = { start: 8 * 1024 * 1024 - 5, end: 8 * 1024 * 1024 + 5 };
    expect(await buffer(await store.openRead(original, across))).toEqual(
      large.subarray(across.start, across.end + 1),
    );
  });

  it('takes the last one where a file is put again', async () => {
    await store.put(key, await incoming('first'));
    await store.put(key, await incoming('second'));
    expect((await buffer(await store.openRead(key))).toString()).toBe('second');
  });

  it('says plainly that a file is missing', async () => {
    expect(await store.stat(key)).toBeUndefined();
    await expect(store.openRead(key)).rejects.toThrow(StoredFileMissing);
    await expect(store.withLocalFile(key, async () => 1)).rejects.toThrow(StoredFileMissing);
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
  });

  it('lists all there is, by root', async () => {
    await store.put(key, await incoming('x'));
    await store.put(original, await incoming('y'));
    expect([await listed('originals'), await listed('renditions')]).toEqual([[original], [key]]);
  });

  it('removes files and folders, twice without complaint, and nothing else', async () => {
    const blurred = blurredFolder(PHOTO_ID);
    for (const each of [
      key,
      original,
      publicCopyKey(PHOTO_ID, 'bare'),
      `${blurred}/a.jpg`,
      `${blurred}/b.jpg`,
    ])
      await store.put(each, await incoming('x'));
    for (const each of [blurred, blurred, publicCopyKey(PHOTO_ID, 'bare'), publicCopyKey(PHOTO_ID, 'bare')])
      await store.remove(each);
    expect([await listed('originals'), await listed('renditions')]).toEqual([[original], [key]]);
    await store.remove(original);
    await store.remove(key);
    await store.remove(key);
    expect([await listed('originals'), await listed('renditions')]).toEqual([[], []]);
  });

  it('never leaves its folder', async () => {
    for (const bad of [
      '../x',
      'originals/../../x',
      '/etc/passwd',
      'originals/a/..',
      'other/x',
      'originals/A\0',
    ])
      await expect(store.stat(bad)).rejects.toThrow('Not a storage key');
  });

  it('sweeps what uploads left behind, not what is on its way', async () => {
    const old = await incoming('old');
    const fresh = await incoming('fresh');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(old, longAgo, longAgo);
    expect(await store.sweepTemporary(600_000)).toBe(1);
    expect(await readdir(join(root, 'incoming'))).toEqual([fresh.slice(-36)]);
  });

  it('refuses more when the disk of this machine is nearly full', async () => {
    await store.requireWritableWithFreeSpace();
    await store.requireReadable();
    await expect(store.draft(2 ** 60)).rejects.toMatchObject({
      code: 'storage_full',
      status: 507,
    });
  });

  it('leaves no file of an upload that was put', async () => {
    const path = await incoming('x');
    await store.put(key, path);
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
