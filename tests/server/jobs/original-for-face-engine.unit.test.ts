/** Which trouble with an upload costs small faces their pixels, and that none costs the photo its analysis. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImagingOptions } from '#ml/imaging/decoder-pool.ts';
import { createImaging, type Imaging } from '#ml/index.ts';
import { originalForEngine } from '#server/jobs/original-for-face-engine.ts';
import { createLogger } from '#server/logger.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { quarters, textBomb, withPngChunk } from '#tests/support/test-images.ts';

let folder = '';
let store: DiskStore;
let imaging: Imaging | undefined;
const log = createLogger('silent');
const ORIGINAL_KEY = 'originals/ab/abc.jpg';
const REGIONS = [
  { x: 0.1, y: 0.1, w: 0.25, h: 0.25 },
  { x: 0.6, y: 0.6, w: 0.25, h: 0.25 },
];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-original-'));
  store = await DiskStore.open(folder);
});
afterEach(async () => {
  await imaging?.close();
  await rm(folder, { recursive: true });
});

let length = 0;
async function put(bytes: Buffer): Promise<void> {
  length = bytes.length;
  const path = (await store.draft(0)).path;
  await writeFile(path, bytes);
  await store.put(ORIGINAL_KEY, path);
}

function original({ maxPixels = 100e6, ...options }: ImagingOptions & { maxPixels?: number } = {}) {
  imaging = createImaging({ processes: 1, ...options });
  const photo = { id: 'p', original_key: ORIGINAL_KEY, bytes: length, width: 96, height: 64 };
  return originalForEngine({ store, imaging, maxPixels, log }, photo);
}
const temporaryFiles = () => readdir(join(folder, 'incoming'));

describe('the original of a photo', () => {
  it('is read as pixels, which are gone afterwards', async () => {
    await put(await quarters().jpeg().toBuffer());
    const read = vi.fn(async ({ path, crops }: { path: string; crops: { start: number }[] }) => {
      const bytes = await readFile(path);
      return crops.map(({ start }) => [...bytes.subarray(start, start + 3)]);
    });
    const [red, yellow] = (await original().withCrops(REGIONS, read))!;
    expect(red!.map((value) => Math.round(value / 100))).toEqual([2, 1, 1]);
    expect(yellow!.map((value) => Math.round(value / 100))).toEqual([2, 2, 1]);
    expect(await temporaryFiles()).toEqual([]);
  });

  const cutShort = async () => (await quarters(800, 600).jpeg().toBuffer()).subarray(0, 2000);
  it.each<[string, () => Promise<Buffer>, number?]>([
    ['is cut short', cutShort],
    ['is no picture', async () => Buffer.from('<svg/>')],
    ['is empty', async () => Buffer.alloc(0)],
    ['has too many pixels', () => quarters(400, 300).png().toBuffer(), 400 * 300 - 1],
  ])('that %s is left unread', async (_, bytes, maxPixels = 100e6) => {
    await put(await bytes());
    const read = vi.fn();
    expect(await original({ maxPixels }).withCrops(REGIONS, read)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
    expect(await temporaryFiles()).toEqual([]);
  });

  it('that hides text which inflates to gigabytes costs nothing', async () => {
    const png = await quarters().png().toBuffer();
    await put(withPngChunk(png, 'zTXt', textBomb(2e8)));
    expect(await original().withCrops(REGIONS, async ({ crops }) => crops.length)).toBe(2);
  });

  it('that is away is left unread', async () => {
    expect(await original().withCrops(REGIONS, vi.fn())).toBeUndefined();
  });

  it('that a decoder is killed over, for its memory or its time, is left unread', async () => {
    await put(await quarters(2_000, 2_000).png().toBuffer());
    const read = vi.fn();
    expect(await original({ residentLimitBytes: 30 * 1024 ** 2 }).withCrops(REGIONS, read)).toBeUndefined();
    await imaging!.close();
    await store.remove(ORIGINAL_KEY);
    // A pipe nobody writes into: reading it does not end.
    execFileSync('mkfifo', [join(folder, ORIGINAL_KEY)]);
    expect(await original({ withinMs: 500 }).withCrops(REGIONS, read)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
    expect(await temporaryFiles()).toEqual([]);
  });

  it('is no reason to go on when nobody waits any more', async () => {
    await put(await quarters().jpeg().toBuffer());
    const controller = new AbortController();
    const work = original().withCrops(REGIONS, vi.fn(), controller.signal);
    controller.abort(new Error('the server stops'));
    await expect(work).rejects.toThrow('the server stops');
  });

  it('passes on what goes wrong with its pixels', async () => {
    await put(await quarters().jpeg().toBuffer());
    const work = original().withCrops(REGIONS, () => Promise.reject(new Error('the worker died')));
    await expect(work).rejects.toThrow('the worker died');
    expect(await temporaryFiles()).toEqual([]);
  });
});
