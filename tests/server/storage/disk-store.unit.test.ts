import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { moveDurably } from '#server/storage/durable-file.ts';
import { mapStorageErrors } from '#server/storage/storage-errors.ts';
import { originalKey, renditionKey } from '#server/storage/storage-keys.ts';

const PHOTO_ID = '019aa1b2-0000-7000-8000-0000000000ef';
const key = renditionKey(PHOTO_ID, 'small', 1);
let root = '';
let store: DiskStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-store-'));
  store = await DiskStore.open(root);
});
afterEach(() => rm(root, { recursive: true }));

async function incoming(content: string): Promise<string> {
  const path = (await store.draft(0)).path;
  await writeFile(path, content);
  return path;
}

describe('the disk store', () => {
  it('removes twice without complaint, and the emptied folder too', async () => {
    await store.put(key, await incoming('x'));
    await store.put(renditionKey(PHOTO_ID, 'large', 1), await incoming('y'));
    await store.remove(key);
    await store.remove(key);
    await store.remove(renditionKey(PHOTO_ID, 'large', 1));
    expect(await readdir(join(root, 'renditions', 'ef'))).toEqual([]);
  });

  it('lists on while folders vanish', async () => {
    const folders = Array.from({ length: 80 }, (_, at) => join(root, 'renditions', String(at)));
    for (const folder of folders) {
      await mkdir(join(folder, 'x'), { recursive: true });
      await writeFile(join(folder, 'x', 'f'), 'x');
    }
    const found: string[] = [];
    for await (const { key } of store.list('renditions')) {
      found.push(key);
      if (found.length > 1) continue;
      for (const folder of folders)
        if (!join(root, key).startsWith(join(folder, 'x'))) await rm(folder, { recursive: true });
    }
    expect(found).toHaveLength(1);
  });

  it('refuses more when the disk is nearly full', async () => {
    const withFloor = (share: number, atLeast: number) =>
      DiskStore.open(root, new DiskRoom(root, { floor: { bytes: Number.MAX_SAFE_INTEGER, share, atLeast } }));
    const full = expect.objectContaining({ code: 'storage_full' });
    await expect((await withFloor(1, 0)).requireWritableWithFreeSpace()).rejects.toEqual(full);
    // On a small disk the share counts, not the number of bytes, and on the smallest what the database needs.
    await (await withFloor(0, 0)).requireWritableWithFreeSpace();
    await expect((await withFloor(0, 2 ** 60)).requireWritableWithFreeSpace()).rejects.toEqual(full);
  });

  it.each([
    ['ENOSPC', 'storage_full'],
    ['EDQUOT', 'storage_full'],
    ['EROFS', 'storage_unavailable'],
    ['EIO', 'storage_unavailable'],
  ])('says what %s means to whoever uploads', async (code, meaning) => {
    const failing = Promise.reject(Object.assign(new Error(code), { code }));
    await expect(mapStorageErrors(failing)).rejects.toMatchObject({ code: meaning });
  });

  const elsewhere = '/dev/shm';
  it.skipIf(!existsSync(elsewhere) || statSync(elsewhere).dev === statSync(tmpdir()).dev)(
    'takes files over from another disk too, leaving nothing behind',
    async () => {
      const folder = await mkdtemp(join(elsewhere, 'clublens-store-'));
      const target = join(root, 'deep', 'er', 'file');
      await writeFile(join(folder, 'file'), 'content');
      await moveDurably(join(folder, 'file'), target);
      expect(readFileSync(target, 'utf8')).toBe('content');
      expect([await readdir(folder), await readdir(join(root, 'deep', 'er'))]).toEqual([[], ['file']]);
      await rm(folder, { recursive: true });
    },
  );

  it('says that the storage is away when its folder vanished', async () => {
    const path = await incoming('x');
    await rm(root, { recursive: true });
    await expect(store.requireWritableWithFreeSpace()).rejects.toMatchObject({
      code: 'storage_unavailable',
      status: 503,
    });
    await expect(store.put(key, path)).rejects.toMatchObject({ code: 'storage_unavailable' });
    await DiskStore.open(root);
  });
});

describe('keys', () => {
  it('are content-derived, yet each photo has its own', () => {
    const sha256 = Buffer.alloc(32, 0xab);
    const hash = 'ab'.repeat(32);
    expect(originalKey({ id: PHOTO_ID, sha256, mime: 'image/heic' })).toBe(
      `originals/ab/${hash}-${PHOTO_ID}.heic`,
    );
    expect(renditionKey(PHOTO_ID, 'medium', 3)).toBe(`renditions/ef/${PHOTO_ID}/medium-v3.jpg`);
  });
});
