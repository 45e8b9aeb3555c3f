import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { Imaging } from '#ml/imaging/types.ts';
import {
  type ExifTag,
  exifSegment,
  tiffBlock,
  withSegments,
  xmpPacket,
  xmpSegment,
} from '#tests/support/exif.ts';
import { looksUpright, quarters, storedFor, withPngChunk } from '#tests/support/test-images.ts';

let imaging: Imaging;
let folder = '';
beforeAll(async () => {
  imaging = createImaging({ processes: 2 });
  folder = await mkdtemp(join(tmpdir(), 'clublens-orientation-'));
});
afterAll(async () => {
  await imaging.close();
  await rm(folder, { recursive: true });
});

const TAG = 0x0112;
const block = (tag: Partial<ExifTag>, little = true) =>
  tiffBlock({ ifd0: [{ tag: TAG, ...tag }] }, { little });
const empty = tiffBlock({ ifd0: [{ tag: 0x010f, text: 'Camera' }] });
/** As large as a photo, so that it is decoded at a part of its size. */
const lying = (orientation: number) => storedFor(orientation, quarters(2400, 1600));
const jpeg = await lying(6).jpeg().toBuffer();
const png = await lying(6).png().toBuffer();
const webp = await lying(6).webp().withExif({}).toBuffer();
const named = (name: string, tiff: Buffer) => Buffer.concat([Buffer.from(name, 'latin1'), tiff]);

const turned: Record<string, Buffer> = Object.fromEntries([
  ...[true, false].flatMap((little) =>
    [{ short: 6 }, { long: 6 }, { byte: 6 }].map((tag) => [
      `JPEG, ${Object.keys(tag)} ${little ? 'little' : 'big'}-endian`,
      withSegments(jpeg, [exifSegment(block(tag, little))]),
    ]),
  ),
  ['JPEG, padded name', withSegments(jpeg, [exifSegment(block({ short: 6 }), 'Exif\0\xff')])],
  [
    'JPEG, behind XMP',
    withSegments(jpeg, [
      xmpSegment(xmpPacket('tiff:Orientation', '3', 'attribute')),
      exifSegment(block({ short: 6 })),
    ]),
  ],
  [
    'JPEG, second Exif without it',
    withSegments(jpeg, [exifSegment(block({ short: 6 })), exifSegment(empty)]),
  ],
  [
    'JPEG, second Exif with another',
    withSegments(jpeg, [exifSegment(block({ short: 6 })), exifSegment(block({ short: 3 }))]),
  ],
  ['JPEG, first Exif without it', withSegments(jpeg, [exifSegment(empty), exifSegment(block({ short: 6 }))])],
  [
    'JPEG, first Exif with nonsense',
    withSegments(jpeg, [exifSegment(block({ short: 9 })), exifSegment(block({ short: 6 }))]),
  ],
  ['PNG', withPngChunk(png, 'eXIf', block({ short: 6 }))],
  ['PNG, with the name of JPEG', withPngChunk(png, 'eXIf', named('Exif\0\0', block({ short: 6 })))],
  ['PNG, with a padded name', withPngChunk(png, 'eXIf', named('Exif\0\xff', block({ short: 6 }, false)))],
  ['WebP', await lying(6).webp().withMetadata({ orientation: 6 }).toBuffer()],
  ['WebP, with a padded name', withWebpExif(webp, named('Exif\0\xff', block({ short: 6 })))],
]);

/** A WebP file whose chunk EXIF holds this. */
function withWebpExif(file: Buffer, data: Buffer): Buffer {
  const at = file.indexOf('EXIF');
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(data.length, 4);
  const whole = Buffer.concat([file.subarray(0, at), head, data, Buffer.alloc(data.length % 2)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

let count = 0;
async function shown(bytes: Buffer) {
  count += 1;
  const path = (name: string) => join(folder, `${name}-${count}`);
  await writeFile(path('source'), bytes);
  const large = path('large');
  const { width, height } = await imaging.makeRenditions({
    source: path('source'),
    renditions: { large: { path: large, longSide: 600 } },
    maxPixels: 1e7,
  });
  return { width, height, source: path('source'), large };
}

test.each(Object.entries(turned))(
  '%s: the picture is upright, and so is the copy for visitors',
  async (_, bytes) => {
    const { width, height, source, large } = await shown(bytes);
    expect([width, height]).toEqual([2400, 1600]);
    expect(await looksUpright(large)).toBe(true);
    const copy = `${source}-copy`;
    await imaging.stripMetadata({ source, output: copy, maxPixels: 1e7, metadata: {} });
    const again = await imaging.makeRenditions({
      source: copy,
      renditions: { large: { path: `${copy}-large`, longSide: 600 } },
      maxPixels: 1e7,
    });
    expect([again.width, again.height]).toEqual([2400, 1600]);
    expect(await looksUpright(`${copy}-large`)).toBe(true);
  },
);

test('an orientation in XMP alone turns nothing, as in browsers', async () => {
  const upright = await quarters(600, 400).jpeg().toBuffer();
  const { width, height, large } = await shown(
    withSegments(upright, [xmpSegment(xmpPacket('tiff:Orientation', '6', 'attribute'))]),
  );
  expect([width, height]).toEqual([600, 400]);
  expect(await looksUpright(large)).toBe(true);
});
