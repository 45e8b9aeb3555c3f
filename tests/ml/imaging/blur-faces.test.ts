import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blurFaces, partOf } from '#ml/imaging/blur-faces.ts';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { type Imaging, MustBeDecodedAlone } from '#ml/imaging/types.ts';
import { looksUpright, quarters, SECRET_EXIF, storedFor } from '#tests/support/test-images.ts';

let folder = '';
let imaging: Imaging;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-blur-'));
  imaging = createImaging({ processes: 1 });
});
afterAll(async () => {
  await imaging.close();
  await rm(folder, { recursive: true });
});

let count = 0;
async function task(bytes: Buffer, faces: { x: number; y: number; w: number; h: number }[]) {
  count += 1;
  const source = join(folder, `source-${count}`);
  await writeFile(source, bytes);
  return { source, output: join(folder, `blurred-${count}`), faces, maxPixels: 100e6, metadata: {} };
}

/** What a sender of a photo gets, decoded. */
async function blurred(bytes: Buffer, faces: Parameters<typeof task>[1]) {
  const wanted = await task(bytes, faces);
  await imaging.blurFaces(wanted);
  return sharp(await readFile(wanted.output))
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Pixels without any order: whatever is done to one of them shows. */
function noise(width: number, height: number): Sharp {
  let state = 7;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Decoders spread the colours of a square into the next pixels. */
const SEAM_PX = 2;
const faces = [
  { x: 0.3, y: 0.2, w: 0.2, h: 0.3 },
  { x: 0.93, y: 0.85, w: 0.2, h: 0.3 },
];

describe('blurring faces', () => {
  it('changes no pixel outside the parts of the faces, and leaves hardly any colours within', async () => {
    const picture = await noise(400, 300).png().toBuffer();
    const before = await blurred(picture, []);
    const after = await blurred(picture, faces);
    expect(after.info).toEqual(before.info);
    const parts = faces.map((face) => partOf(face, { width: 400, height: 300 }));
    const isIn = (x: number, y: number, seam: number) =>
      parts.some(
        (part) =>
          x >= part.left - seam && x < part.right + seam && y >= part.top - seam && y < part.bottom + seam,
      );
    let changedOutside = 0;
    let outside = 0;
    let steepest = 0;
    for (let y = 0; y < 300; y += 1)
      for (let x = 0; x < 400; x += 1) {
        const at = (y * 400 + x) * 3;
        if (!isIn(x, y, SEAM_PX)) {
          outside += 1;
          if (before.data.compare(after.data, at, at + 3, at, at + 3) !== 0) changedOutside += 1;
        } else if (isIn(x, y, -SEAM_PX) && isIn(x + 1, y, -SEAM_PX))
          steepest = Math.max(steepest, Math.abs(after.data[at + 1]! - after.data[at + 4]!));
      }
    expect(outside).toBeGreaterThan(60_000);
    expect(changedOutside).toBe(0);
    // Of noise whose neighbours differ by up to 255 only slow transitions are left.
    expect(steepest).toBeLessThan(6);
  });

  it('covers the whole box of a face and a third more on each side', () => {
    const part = partOf({ x: 0.4, y: 0.4, w: 0.1, h: 0.2 }, { width: 1000, height: 500 });
    expect(part.left).toBeLessThanOrEqual(365);
    expect(part.right).toBeGreaterThanOrEqual(535);
    expect(part.top).toBeLessThanOrEqual(165);
    expect(part.bottom).toBeGreaterThanOrEqual(335);
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'makes an upright JPEG without metadata of %s',
    async (type) => {
      const bytes = await quarters(120, 80).withExif(SECRET_EXIF)[type]().toBuffer();
      const wanted = await task(bytes, [{ x: 2, y: 2, w: 0.1, h: 0.1 }]);
      await imaging.blurFaces(wanted);
      const made = await readFile(wanted.output);
      const { format, exif } = await sharp(made).metadata();
      expect([format, exif]).toEqual(['jpeg', undefined]);
      expect(made.includes('SECRET')).toBe(false);
      expect(await looksUpright(made)).toBe(true);
    },
  );

  it('finds the face of a photo that was taken upside down', async () => {
    const bytes = await storedFor(3, noise(320, 320))
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 3 })
      .toBuffer();
    const corner = await blurred(bytes, [{ x: 0, y: 0, w: 0.2, h: 0.2 }]);
    const spread = (left: number) => {
      const values = Array.from({ length: 32 }, (_, i) => corner.data[(16 * 320 + left + i) * 3]!);
      return Math.max(...values) - Math.min(...values);
    };
    expect(spread(16)).toBeLessThan(40);
    expect(spread(250)).toBeGreaterThan(100);
  });

  it('decodes a large picture alone', async () => {
    const wanted = await task(await quarters(200, 100).jpeg().toBuffer(), []);
    await expect(blurFaces(wanted, 19_999)).rejects.toThrow(MustBeDecodedAlone);
  });
});
