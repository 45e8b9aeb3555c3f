import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crop } from '#ml/imaging/crop.ts';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { type Imaging, MustBeDecodedAlone } from '#ml/imaging/types.ts';
import { QUARTERS, quarters, storedFor } from '#tests/support/test-images.ts';

let folder = '';
let imaging: Imaging;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-crop-'));
  imaging = createImaging({ processes: 1 });
});
afterAll(async () => {
  await imaging.close();
  await rm(folder, { recursive: true });
});

let count = 0;
async function task(bytes: Buffer, regions = MIDDLES) {
  count += 1;
  const source = join(folder, `source-${count}`);
  await writeFile(source, bytes);
  return { source, output: join(folder, `crops-${count}`), regions, maxPixels: 100e6 };
}

/** The middles of the four quarters, a quarter of the picture each way. */
const MIDDLES = [
  { x: 0.125, y: 0.125, w: 0.25, h: 0.25 },
  { x: 0.625, y: 0.125, w: 0.25, h: 0.25 },
  { x: 0.125, y: 0.625, w: 0.25, h: 0.25 },
  { x: 0.625, y: 0.625, w: 0.25, h: 0.25 },
];

/** Whether each crop is all of its quarter's colour. */
async function showsQuarters(bytes: Buffer): Promise<boolean> {
  const wanted = await task(bytes);
  const { crops } = await imaging.crop(wanted);
  const pixels = await readFile(wanted.output);
  return crops.every(({ widthPx, heightPx, start }, quarter) => {
    const own = pixels.subarray(start, start + 3 * widthPx * heightPx);
    return own.every((value, i) => Math.abs(value - QUARTERS[quarter]![i % 3]!) <= 12);
  });
}

describe('cropping', () => {
  it('says which pixels of the original a crop holds, none beyond its rim', async () => {
    const wanted = await task(await quarters(200, 100).png().toBuffer(), [
      { x: 0.101, y: 0.2, w: 0.1, h: 0.3 },
      { x: -0.5, y: 0.9, w: 0.6, h: 0.6 },
      { x: 1.2, y: 1.2, w: 0.1, h: 0.1 },
    ]);
    const made = await imaging.crop(wanted);
    expect(made).toEqual({
      widthPx: 200,
      heightPx: 100,
      crops: [
        { left: 20, top: 20, widthPx: 21, heightPx: 30, start: 0 },
        { left: 0, top: 90, widthPx: 20, heightPx: 10, start: 3 * 21 * 30 },
        { left: 199, top: 99, widthPx: 1, heightPx: 1, start: 3 * (21 * 30 + 20 * 10) },
      ],
    });
    expect((await stat(wanted.output)).size).toBe(3 * (21 * 30 + 20 * 10 + 1));
  });

  it.each([1, 6])('holds the very pixels of the picture, orientation %i', async (orientation) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 320, height: 240, channels: 3, background: '#888', noise } as const;
    const bytes = await sharp({ create }).jpeg().withMetadata({ orientation }).toBuffer();
    const wanted = await task(bytes, [
      { x: 0.5, y: 0.3, w: 0.2, h: 0.1 },
      { x: 0.3, y: 0.55, w: 0.1, h: 0.2 },
    ]);
    const { widthPx, crops } = await imaging.crop(wanted);
    const written = await readFile(wanted.output);
    const whole = await sharp(bytes).autoOrient().raw().toBuffer();
    for (const { left, top, widthPx: width, heightPx: height, start } of crops)
      for (let row = 0; row < height; row += 1) {
        const from = 3 * ((top + row) * widthPx + left);
        const ours = written.subarray(start + 3 * width * row, start + 3 * width * (row + 1));
        expect(ours.equals(whole.subarray(from, from + 3 * width)), `row ${row}`).toBe(true);
      }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads orientation %i upright', async (orientation) => {
    const stored = sharp(await storedFor(orientation, quarters()).png().toBuffer());
    const bytes = await stored.jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
    expect(await showsQuarters(bytes)).toBe(true);
  });

  it('reads HEIC, other profiles, 16 bit and transparency as plain sRGB', async () => {
    const fixture = (name: string) => readFile(`tests/support/fixtures/${name}`);
    expect(await showsQuarters(await fixture('turned.heic'))).toBe(true);
    expect(await showsQuarters(await fixture('display-p3.heic'))).toBe(true);
    expect(await showsQuarters(await quarters().withIccProfile('p3').png().toBuffer())).toBe(true);
    expect(await showsQuarters(await quarters().toColourspace('rgb16').png().toBuffer())).toBe(true);
    expect(await showsQuarters(await quarters().ensureAlpha().png().toBuffer())).toBe(true);
  });

  it('holds 40 megapixels at most, of larger pictures a reduced form', async () => {
    const white = { create: { width: 10_000, height: 6_000, channels: 3, background: '#fff' } } as const;
    const wanted = await task(await sharp(white).jpeg({ quality: 50 }).toBuffer());
    const { widthPx, heightPx, crops } = await imaging.crop(wanted);
    expect(widthPx * heightPx).toBeLessThanOrEqual(40e6);
    expect(widthPx * heightPx).toBeGreaterThan(39.9e6);
    expect(crops[3]!.left / widthPx).toBeCloseTo(0.625, 3);
  });

  it('leaves a large picture that is decoded as a whole for later, as long as it is not alone', async () => {
    const bytes = await quarters(300, 200).jpeg({ progressive: true }).toBuffer();
    await expect(crop(await task(bytes), 50_000)).rejects.toBeInstanceOf(MustBeDecodedAlone);
  });
});
