/** @module-tag long */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { openImage } from '#ml/imaging/open-image.ts';
import { pngPictureOnly } from '#ml/imaging/strip-png.ts';
import type { Imaging, RenditionResult } from '#ml/imaging/types.ts';
import { forEachRendition, renditionBounds, renditionSize } from '#server/contract/rendition-sizes.ts';
import {
  looksUpright,
  pictureOf,
  quarters,
  SECRET_EXIF,
  storedFor,
  textBomb,
  withPngChunk,
  withPngSize,
} from '#tests/support/test-images.ts';

let imaging: Imaging;
let folder = '';
let count = 0;

beforeAll(() => {
  imaging = createImaging({ processes: 2 });
});
afterAll(() => imaging.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-imaging-'));
  return () => rm(folder, { recursive: true });
});

async function prepare(
  bytes: Buffer,
  maxPixels = 100e6,
): Promise<RenditionResult & { large: string; small: string }> {
  count += 1;
  const source = join(folder, `source-${count}`);
  await writeFile(source, bytes);
  const path = (size: string) => join(folder, `${size}-${count}.jpg`);
  const renditions = {
    small: { path: path('small'), longSide: 320 },
    medium: { path: path('medium'), longSide: 800 },
    large: { path: path('large'), longSide: 1600 },
  };
  return {
    ...(await imaging.makeRenditions({ source, renditions, maxPixels })),
    large: path('large'),
    small: path('small'),
  };
}

async function stored(bytes: Buffer): Promise<string> {
  count += 1;
  const file = join(folder, `[stored] ${count}.jpg`);
  await writeFile(file, bytes);
  return file;
}

const fixture = (name: string) => readFile(`tests/support/fixtures/${name}`);

/** Saturated and muted colours, each as wide as the others. */
const PATCHES = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
  [190, 140, 120],
  [255, 255, 255],
];
const CRISP = { quality: 100, chromaSubsampling: '4:4:4' } as const;

function patches(width: number, height: number) {
  const row = Array.from({ length: width }, (_, x) => PATCHES[Math.floor((x * PATCHES.length) / width)]!);
  return pictureOf(width, [[height, Buffer.from(row.flat())]]);
}

/** The colour in the middle of each patch. */
function middles({ data, width, height }: { data: Buffer; width: number; height: number }): number[][] {
  return PATCHES.map((_, i) => {
    const x = Math.round(((i + 0.5) * width) / PATCHES.length);
    const at = 3 * (Math.round(height / 2) * width + x);
    return [...data.subarray(at, at + 3)];
  });
}

describe('preparing a picture', () => {
  it('makes three sizes, never larger than the picture', async () => {
    const big = await prepare(await quarters(2400, 1200).jpeg().toBuffer());
    expect(big).toMatchObject({ mime: 'image/jpeg', width: 2400, height: 1200, taken: null });
    expect(big.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,40}=*$/);
    expect(await sharp(big.large).metadata()).toMatchObject({ width: 1600, height: 800, format: 'jpeg' });
    expect(await sharp(big.small).metadata()).toMatchObject({ width: 320, height: 160 });
    const little = await prepare(await quarters(96, 64).jpeg().toBuffer());
    expect(await sharp(little.large).metadata()).toMatchObject({ width: 96, height: 64 });
  });

  it.each([
    [4000, 3000],
    [4001, 2667],
    [3201, 5001],
    [9000, 1200],
  ])('decodes a JPEG of %i x %i at a part of its size, and shows the same', async (width, height) => {
    const jpeg = await quarters(width, height)
      .jpeg({ quality: 92 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const opened = await openImage(jpeg, 1e9, { file: await stored(jpeg) });
    const half = await opened.shrunkPipeline!(2).raw().toBuffer({ resolveWithObject: true });
    expect([half.info.height, half.info.width]).toEqual([Math.floor(width / 2), Math.floor(height / 2)]);
    const { large, ...prepared } = await prepare(jpeg);
    expect(prepared).toMatchObject({ width: height, height: width });
    const inFull = await sharp(jpeg).autoOrient().resize(1600, 1600, { fit: 'inside' }).raw().toBuffer();
    const ours = await sharp(large).raw().toBuffer();
    expect(ours.length).toBe(inFull.length);
    const error = ours.reduce((sum, value, i) => sum + Math.abs(value - inFull[i]!), 0) / ours.length;
    expect(error).toBeLessThan(1.5);
  });

  it('reduces a panorama a hundred times as wide as high', async () => {
    const { large, small, thumbhash } = await prepare(await quarters(42_000, 400).jpeg().toBuffer());
    expect(await sharp(large).metadata()).toMatchObject({ width: 1600, height: 15 });
    expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 3 });
    expect(thumbhash).not.toBe('');
  });

  it.each([
    ['a photo', 4000, 3000],
    ['a panorama', 6000, 1000],
    ['a screenshot of a long page', 1080, 9600],
    ['a strip', 30_000, 200],
    ['a line', 40_000, 20],
    ['a small long one', 1500, 250],
  ])('makes %s as large as the server says', async (_what, width, height) => {
    count += 1;
    const source = join(folder, `source-${count}`);
    await writeFile(source, await quarters(width, height).jpeg().toBuffer());
    const at = forEachRendition((size) => join(folder, `bounded-${size}-${count}.jpg`));
    const renditions = forEachRendition((size) => ({ path: at[size], ...renditionBounds(size) }));
    await imaging.makeRenditions({ source, renditions, maxPixels: 100e6 });
    const made = forEachRendition((size) => sharp(at[size]).metadata());
    for (const size of ['small', 'medium', 'large'] as const) {
      const wanted = renditionSize({ width, height }, size);
      const found = await made[size];
      expect(Math.abs(found.width - wanted.width), size).toBeLessThanOrEqual(1);
      expect(Math.abs(found.height - wanted.height), size).toBeLessThanOrEqual(1);
    }
  });

  it('refuses a large JPEG that is cut short, though it is decoded at a part of its size', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const create = { width: 4000, height: 3000, channels: 3, background: '#888', noise } as const;
    const jpeg = await sharp({ create }).jpeg().toBuffer();
    await expect(prepare(jpeg.subarray(0, jpeg.length / 3))).rejects.toMatchObject({
      code: 'image_incomplete',
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'shows orientation %i upright in JPEG, PNG and WebP',
    async (orientation) => {
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const stored = sharp(await storedFor(orientation, quarters()).png().toBuffer());
        const bytes = await stored.toFormat(format, { quality: 95 }).withMetadata({ orientation }).toBuffer();
        const prepared = await prepare(bytes);
        expect(prepared, format).toMatchObject({ width: 96, height: 64 });
        expect(await looksUpright(prepared.large), format).toBe(true);
      }
    },
  );

  it('decodes HEIC: turned once, colours converted, time read', async () => {
    const turned = await prepare(await fixture('turned.heic'));
    expect(turned).toMatchObject({
      mime: 'image/heic',
      width: 96,
      height: 64,
      taken: { utc: '2024-05-06T05:08:09.000Z', local: '2024-05-06T07:08:09.000', offset: 120 },
    });
    expect(await looksUpright(turned.large)).toBe(true);
    const wide = await prepare(await fixture('display-p3.heic'));
    expect(await looksUpright(wide.large)).toBe(true);
  });

  it('converts other profiles, CMYK, 16 bit, grey and transparency to plain sRGB', async () => {
    const p3 = await prepare(await quarters().withIccProfile('p3').png().toBuffer());
    expect(await looksUpright(p3.large)).toBe(true);
    const cmyk = await prepare(await quarters().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer());
    expect(await sharp(cmyk.large).metadata()).toMatchObject({
      space: 'srgb',
      channels: 3,
      hasProfile: false,
    });
    const deep = await prepare(await quarters().toColourspace('rgb16').png().toBuffer());
    expect(await looksUpright(deep.large)).toBe(true);
    const grey = await prepare(await quarters().greyscale().png().toBuffer());
    expect(await sharp(grey.large).metadata()).toMatchObject({ format: 'jpeg' });
    const clear = {
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const;
    const transparent = await prepare(await sharp(clear).png().toBuffer());
    expect([...(await sharp(transparent.large).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('shows a photo that says it is sRGB as one that says nothing', async () => {
    const jpeg = await quarters(2400, 1200).withIccProfile('srgb').jpeg({ quality: 92 }).toBuffer();
    const profile = jpeg.indexOf(Buffer.from([0xff, 0xe2]));
    const end = profile + 2 + jpeg.readUInt16BE(profile + 2);
    const silent = Buffer.concat([jpeg.subarray(0, profile), jpeg.subarray(end)]);
    expect((await sharp(silent).metadata()).hasProfile).toBe(false);
    const [said, unsaid] = [await prepare(jpeg), await prepare(silent)];
    expect(await readFile(said.large)).toEqual(await readFile(unsaid.large));
    expect(said.thumbhash).toBe(unsaid.thumbhash);
    const png = await prepare(await quarters(400, 300).withIccProfile('srgb').png().toBuffer());
    expect(await looksUpright(png.large)).toBe(true);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'reduces a Display P3 %s before it converts its colours, and shows each as it is',
    async (format) => {
      const bytes = await patches(3400, 1700).withIccProfile('p3').toFormat(format, CRISP).toBuffer();
      const { large } = await prepare(bytes);
      const converted = await sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer();
      expect((await sharp(large).metadata()).hasProfile).toBe(false);
      const [wanted, shown] = [
        middles({ data: converted, width: 3400, height: 1700 }),
        middles({ data: await sharp(large).raw().toBuffer(), width: 1600, height: 800 }),
      ];
      expect(wanted).not.toEqual(PATCHES);
      const differences = shown.flat().map((value, i) => Math.abs(value - wanted.flat()[i]!));
      expect(Math.max(...differences), `${shown}`).toBeLessThanOrEqual(2);
    },
  );

  it('shows a photo whose profile says nothing of use as one without a profile', async () => {
    const jpeg = await quarters(400, 300).withIccProfile('p3').jpeg({ quality: 92 }).toBuffer();
    const profile = jpeg.indexOf('ICC_PROFILE') + 14;
    const cut = Buffer.from(jpeg).fill(0, profile + 40, profile + 300);
    const { large } = await prepare(cut);
    expect((await sharp(large).metadata()).hasProfile).toBe(false);
    const decoded = await sharp(cut, { ignoreIcc: true }).raw().toBuffer();
    const shown = await sharp(large).raw().toBuffer();
    for (const at of [3 * (75 * 400 + 100), 3 * (225 * 400 + 300)])
      for (let i = at; i < at + 3; i += 1) expect(Math.abs(shown[i]! - decoded[i]!)).toBeLessThanOrEqual(3);
  });

  it('takes the first frame of what moves, and a single pixel', async () => {
    const frames = await sharp(
      [await quarters().png().toBuffer(), await quarters().negate().png().toBuffer()],
      {
        join: { animated: true },
      },
    );
    const gif = await prepare(await frames.gif().toBuffer());
    expect(gif).toMatchObject({ mime: 'image/gif', width: 96, height: 64 });
    expect(await prepare(await quarters(1, 1).png().toBuffer())).toMatchObject({ width: 1, height: 1 });
  });

  it('reads when it was taken and leaves all metadata out of what it makes', async () => {
    for (const format of ['jpeg', 'webp', 'png'] as const) {
      const prepared = await prepare(await quarters().toFormat(format).withExif(SECRET_EXIF).toBuffer());
      expect(prepared.taken?.utc, format).toBe('2024-05-06T05:08:09.000Z');
      const made = await readFile(prepared.large);
      expect(made.includes('SECRET'), format).toBe(false);
      expect((await sharp(made).metadata()).exif, format).toBeUndefined();
    }
  });
});

describe('files that are no picture of ours', () => {
  it('are refused by what they are, not by their name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const avif = await quarters().avif().toBuffer();
    const tiff = await quarters().tiff().toBuffer();
    for (const bytes of [svg, avif, tiff, Buffer.from('%PDF-1.4'), Buffer.alloc(0), Buffer.from('BM')]) {
      await expect(prepare(bytes)).rejects.toMatchObject({ code: 'image_type_not_accepted' });
    }
  });

  it('are refused when damaged', async () => {
    const jpeg = await quarters(800, 600).jpeg().toBuffer();
    const png = await quarters(800, 600).png().toBuffer();
    const heic = await fixture('turned.heic');
    const damaged = [
      heic.subarray(0, 600),
      Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(500, 0x41)]),
      Buffer.from('ffd8ff', 'hex'),
      Buffer.from('GIF89a'),
    ];
    for (const bytes of damaged)
      await expect(prepare(bytes)).rejects.toMatchObject({ code: 'image_unreadable' });
    for (const bytes of [jpeg.subarray(0, jpeg.length / 3), png.subarray(0, png.length / 3)])
      await expect(prepare(bytes)).rejects.toMatchObject({ code: 'image_incomplete' });
  });

  it('are refused with too many pixels, before they are decoded', async () => {
    const bytes = await quarters(400, 300).png().toBuffer();
    await expect(prepare(bytes, 100_000)).rejects.toMatchObject({
      code: 'image_too_large',
      reason: '400 x 300 pixels',
    });
    await expect(prepare(await fixture('turned.heic'), 1_000)).rejects.toMatchObject({
      code: 'image_too_large',
    });
    // Few bytes whose header claims many pixels: whoever decoded them would find them incomplete.
    await expect(prepare(withPngSize(bytes, 20_000, 20_000))).rejects.toMatchObject({
      code: 'image_too_large',
      reason: '20000 x 20000 pixels',
    });
  });

  it('cost nothing when they hide text that inflates to gigabytes', async () => {
    const png = await quarters().png().toBuffer();
    const text = textBomb(2e8);
    const bomb = withPngChunk(withPngChunk(png, 'zTXt', text), 'iCCP', text);
    expect(pngPictureOnly(bomb).length).toBeLessThanOrEqual(png.length);
    expect(await prepare(bomb)).toMatchObject({ width: 96, height: 64 });
  });
});
