import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { DiskStore } from '#server/storage/disk-store.ts';

const MIB = 1024 * 1024;
const FLOOR = 4 * MIB;
const SIZE = 20 * MIB;

let folder = '';
let store: DiskStore;
/** Least space that was free at any moment, as the system tells it. */
let least: number;
/** Bytes that uploads in parts announced. */
let announced: number;

/** A disk of 20 MiB on which nothing else lies. */
async function free(): Promise<number> {
  let used = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    used += found?.isFile() ? found.size : 0;
  }
  least = Math.min(least, SIZE - used);
  return SIZE - used;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-room-'));
  least = SIZE;
  announced = 0;
  store = await DiskStore.open(
    folder,
    new DiskRoom(folder, {
      floor: { bytes: FLOOR, share: 1, atLeast: 0 },
      announced: async () => announced,
      measure: async () => ({ free: await free(), size: SIZE }),
    }),
  );
});
afterEach(() => rm(folder, { recursive: true }));

async function* chunks(bytes: number) {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(Math.min(65_536, bytes - sent), 1);
}
const full = expect.objectContaining({ code: 'storage_full', status: 507 });
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'stored' : result.reason.code));

test.each([
  ['of a length said before', 2 * MIB],
  ['of no length', 0],
])('files %s that are written at once leave the floor at each moment', async (_, expected) => {
  const watch = setInterval(() => void free(), 1);
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, async () => {
      const draft = await store.draft(expected);
      try {
        await draft.write(chunks(2 * MIB));
        draft.release();
      } catch (error) {
        await draft.discard();
        throw error;
      }
    }),
  );
  clearInterval(watch);
  const outcome = codes(results);
  expect(new Set(outcome)).toEqual(new Set(['stored', 'storage_full']));
  // Eight fit when they come one after the other.
  if (expected) expect(outcome.filter((code) => code === 'stored')).toHaveLength(8);
  expect(least).toBeGreaterThanOrEqual(FLOOR);
});

test('what is promised is given back, once, and what is written counts no more', async () => {
  const draft = await store.draft(16 * MIB);
  await expect(store.draft(1)).rejects.toEqual(full);
  await draft.write(chunks(8 * MIB));
  await expect(store.draft(1)).rejects.toEqual(full);
  draft.release();
  draft.release();
  await expect(store.draft(8 * MIB + 1)).rejects.toEqual(full);
  const other = await store.draft(8 * MIB);
  await draft.discard();
  await expect(store.draft(8 * MIB + 1)).rejects.toEqual(full);
  await other.discard();
  await (await store.draft(16 * MIB)).discard();
});

test('announced bytes are kept from everything else, and are there for those who announced them', async () => {
  announced = 16 * MIB;
  await expect(store.draft(1)).rejects.toEqual(full);
  await expect(store.requireWritableWithFreeSpace()).resolves.toBeUndefined();
  const part = await store.partialDraft('a');
  await part.write(chunks(3 * MIB), { start: 0 });
  part.release();
});

test('bytes of an upload in parts too stop at the floor, where other things took the room', async () => {
  const other = await store.draft(15 * MIB);
  await other.write(chunks(15 * MIB));
  const part = await store.partialDraft('b');
  await expect(part.write(chunks(3 * MIB), { start: 0 })).rejects.toEqual(full);
  part.release();
  const { size } = await stat(store.partialPath('b'));
  expect(size).toBeLessThanOrEqual(MIB);
});
