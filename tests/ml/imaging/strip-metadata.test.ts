import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { Imaging, OutgoingMetadata } from '#ml/imaging/types.ts';
import { looksUpright, quarters, SECRET_EXIF, storedFor, withPngChunk } from '#tests/support/test-images.ts';

let imaging: Imaging;
let folder = '';
beforeAll(() => {
  imaging = createImaging({ processes: 1 });
});
afterAll(() => imaging.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-strip-'));
  return () => rm(folder, { recursive: true });
});

async function strip(
  bytes: Buffer,
  metadata: OutgoingMetadata = {},
): Promise<{ mime: string; bytes: Buffer }> {
  const source = join(folder, 'source');
  const output = join(folder, `copy-${Math.random()}`);
  await writeFile(source, bytes);
  const { mime } = await imaging.stripMetadata({ source, output, maxPixels: 100e6, metadata });
  return { mime, bytes: await readFile(output) };
}

const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();

describe('a copy for visitors', () => {
  it.each(['jpeg', 'png'] as const)(
    'of a %s has the same pixels, orientation and colours',
    async (format) => {
      const stored = sharp(await storedFor(6, quarters()).png().toBuffer());
      const original = await stored
        .toFormat(format, { quality: 95 })
        .withMetadata({ orientation: 6, exif: SECRET_EXIF, icc: 'p3' })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET</x:xmpmeta>')
        .toBuffer();
      expect(original.includes('SECRET')).toBe(true);
      const copy = await strip(original);
      expect(copy.mime).toBe(`image/${format}`);
      expect(copy.bytes.includes('SECRET')).toBe(false);
      expect(await pixels(copy.bytes)).toEqual(await pixels(original));
      const metadata = await sharp(copy.bytes).metadata();
      expect(metadata).toMatchObject({ orientation: 6, hasProfile: true });
      expect(metadata.xmp).toBeUndefined();
      expect(await looksUpright(await sharp(copy.bytes).autoOrient().png().toBuffer())).toBe(true);
    },
  );

  it('keeps all scans of a progressive JPEG and drops what hides behind its end', async () => {
    const original = await quarters(300, 200).jpeg({ progressive: true }).toBuffer();
    const copy = await strip(Buffer.concat([original, Buffer.from('SECRET film of a motion photo')]));
    expect(copy.bytes.includes('SECRET')).toBe(false);
    expect(await pixels(copy.bytes)).toEqual(await pixels(original));
  });

  it('has no text of a PNG', async () => {
    const original = withPngChunk(await quarters().png().toBuffer(), 'tEXt', Buffer.from('Comment\0SECRET'));
    const copy = await strip(original);
    expect(copy.bytes.includes('SECRET')).toBe(false);
    expect(await pixels(copy.bytes)).toEqual(await pixels(original));
  });

  it('of a GIF still moves, without its comments', async () => {
    const frames = sharp([await quarters().png().toBuffer(), await quarters().negate().png().toBuffer()], {
      join: { animated: true },
    });
    const plain = await frames.gif({ loop: 3, delay: 80 }).toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('SECRET'), Buffer.from([0])]);
    const original = Buffer.concat([plain.subarray(0, -1), comment, plain.subarray(-1)]);
    const copy = await strip(original);
    expect(copy.bytes).toEqual(plain);
    expect(await sharp(copy.bytes, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3 });
  });

  it('of a HEIC is an upright JPEG', async () => {
    const copy = await strip(await readFile('tests/support/fixtures/turned.heic'));
    expect(copy.mime).toBe('image/jpeg');
    expect(copy.bytes.includes('SECRET')).toBe(false);
    expect(await looksUpright(copy.bytes)).toBe(true);
  });

  it('is encoded anew when the file has odd bytes between its parts', async () => {
    const original = await quarters().jpeg({ quality: 95 }).withExif(SECRET_EXIF).toBuffer();
    const end = 2 + 2 + original.readUInt16BE(4);
    const odd = Buffer.concat([original.subarray(0, end), Buffer.from([0, 0, 0]), original.subarray(end)]);
    const copy = await strip(odd);
    expect(copy.bytes.includes('SECRET')).toBe(false);
    expect(await looksUpright(copy.bytes)).toBe(true);
  });
});
