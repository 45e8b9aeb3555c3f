/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { Imaging } from '#ml/imaging/types.ts';
import { normalNumbers } from '../cluster/random-numbers.ts';

let imaging: Imaging;
let folder = '';
let count = 0;
beforeAll(async () => {
  imaging = createImaging({ processes: 2 });
  folder = await mkdtemp(join(tmpdir(), 'clublens-damage-'));
});
afterAll(async () => {
  await imaging.close();
  await rm(folder, { recursive: true });
});

/**
 * As a photo: soft shapes and fine grain, the same on every run: of WebP the last bytes sometimes matter. Larger than its
 * renditions, so that it is decoded at a part of its size.
 */
const picture = (width = 2000, height = 1500) => {
  const { uniform } = normalNumbers(7);
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => 256 * uniform());
  return sharp(pixels, { raw: { width, height, channels: 3 } }).blur(2);
};
const EOI = Buffer.from([0xff, 0xd9]);

const whole: Record<string, Buffer> = {
  JPEG: await picture().jpeg({ quality: 85 }).toBuffer(),
  'progressive JPEG': await picture().jpeg({ quality: 85, progressive: true }).toBuffer(),
  PNG: await picture(900, 700).png({ compressionLevel: 1 }).toBuffer(),
  'interlaced PNG': await picture(900, 700).png({ compressionLevel: 1, progressive: true }).toBuffer(),
  'PNG with transparency': await picture(900, 700).ensureAlpha(0.9).png({ compressionLevel: 1 }).toBuffer(),
  GIF: await picture(700, 500).gif().toBuffer(),
  WebP: await picture().webp().toBuffer(),
};
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
/** Other bytes in the middle. */
const overwritten = (bytes: Buffer, at: number, by = 0, length = 500) => {
  const start = Math.floor(bytes.length * at);
  return Buffer.from(bytes).fill(by, start, start + length);
};
const jpeg = whole.JPEG!;

async function outcome(bytes: Buffer) {
  count += 1;
  const path = (name: string) => join(folder, `${name}-${count}`);
  await writeFile(path('source'), bytes);
  const renditions = {
    large: { path: path('large'), longSide: 600 },
    small: { path: path('small'), longSide: 200 },
  };
  return imaging.makeRenditions({ source: path('source'), renditions, maxPixels: 1e8 }).then(
    ({ damage }) => damage ?? 'whole',
    ({ code, missing }: { code: string; missing?: number }) =>
      code === 'image_incomplete' ? `refused: ${Math.round((missing ?? 0) * 10)} tenths` : code,
  );
}

describe.each(Object.entries(whole))('%s', (format, bytes) => {
  test('as it is, or with bytes behind its end, is whole', async () => {
    expect(await outcome(bytes)).toBe('whole');
    expect(await outcome(Buffer.concat([bytes, Buffer.from('what some programs append')]))).toBe('whole');
  });

  test('without its last two bytes is whole', async () => {
    expect(await outcome(bytes.subarray(0, -2))).toBe('whole');
  });

  test('of which a fifth is missing is taken with a mark', async () => {
    expect(await outcome(cut(bytes, 0.8))).toBe('incomplete');
  });

  // Of a progressive picture the first part shows all of it, less sharp.
  test.skipIf(format.startsWith('progressive'))(
    'of which most is missing is refused with the share',
    async () => {
      expect(await outcome(cut(bytes, 0.2))).toMatch(/^refused: [78] tenths$/);
      expect(await outcome(bytes.subarray(0, 3000))).toMatch(/^refused: (9|10) tenths$/);
    },
  );

  test('that makes no sense at all is refused', async () => {
    expect(await outcome(Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(500, 0x41)]))).toMatch(
      /^(image_unreadable|refused: (9|10) tenths)$/,
    );
  });
});

test('a JPEG whose data make no sense in the middle is taken with a mark', async () => {
  expect(await outcome(overwritten(jpeg, 0.7))).toBe('damaged');
  // Within one of the last rows, and of a photo that is decoded at a part of its size.
  expect(await outcome(overwritten(jpeg, 0.99))).toBe('damaged');
  expect(await outcome(jpeg.subarray(0, -400))).toBe('incomplete');
  expect(await outcome(overwritten(whole.PNG!, 0.7))).toBe('damaged');
  expect(await outcome(overwritten(whole['interlaced PNG']!, 0.7))).toBe('damaged');
});

test('a JPEG that was cut and closed again is refused as one that was only cut', async () => {
  expect(await outcome(Buffer.concat([cut(jpeg, 0.8), EOI]))).toBe('damaged');
  expect(await outcome(Buffer.concat([jpeg.subarray(0, 3000), EOI]))).toMatch(/^refused: (9|10) tenths$/);
});

test('a progressive JPEG that shows no more than squares is refused, as one without most of its rows is', async () => {
  const progressive = whole['progressive JPEG']!;
  for (const share of [0.05, 0.02, 0.01]) {
    expect(await outcome(cut(progressive, share))).toBe('refused: 10 tenths');
    expect(await outcome(Buffer.concat([cut(progressive, share), EOI]))).toBe('refused: 10 tenths');
  }
  expect(await outcome(cut(progressive, 0.5))).toBe('incomplete');
});

test('bytes between the segments of a JPEG, and other things that harm nothing, are no damage', async () => {
  const between = Buffer.concat([
    jpeg.subarray(0, 2),
    jpeg.subarray(2, 20),
    Buffer.alloc(40, 0x20),
    jpeg.subarray(20),
  ]);
  expect(await outcome(between)).toBe('whole');
});

test('a picture with flat grey of its own is not taken for one with missing parts', async () => {
  const grey = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080' } });
  const flat = await grey.jpeg().toBuffer();
  expect(await outcome(flat)).toBe('whole');
});

test('faces are cut from what there is, blurred in it, and copies for visitors made of it', async () => {
  const source = join(folder, 'partly');
  await writeFile(source, cut(jpeg, 0.8));
  const box = { x: 0.1, y: 0.1, w: 0.2, h: 0.2 };
  const crops = await imaging.crop({ source, output: join(folder, 'crops'), regions: [box], maxPixels: 1e8 });
  expect(crops.crops).toHaveLength(1);
  await imaging.blurFaces({
    source,
    output: join(folder, 'blurred'),
    faces: [box],
    maxPixels: 1e8,
    metadata: {},
  });
  const { mime } = await imaging.stripMetadata({
    source,
    output: join(folder, 'copy'),
    maxPixels: 1e8,
    metadata: {},
  });
  expect(mime).toBe('image/jpeg');
  for (const name of ['blurred', 'copy'])
    expect(await sharp(join(folder, name), { failOn: 'warning' }).stats()).toBeDefined();
});
