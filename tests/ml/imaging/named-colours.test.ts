import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignProfile } from '#ml/imaging/assign-colour-profile.ts';
import { adobeRgbProfile, profileOfChromaticities, profileOfNumbers } from '#ml/imaging/colour-profile.ts';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { pngChunk } from '#ml/imaging/strip-png.ts';
import type { Imaging } from '#ml/imaging/types.ts';

/** Of 0..255. */
type Colour = readonly [number, number, number];

let imaging: Imaging;
let folder = '';
let count = 0;
beforeAll(async () => {
  imaging = createImaging({ processes: 1 });
  folder = await mkdtemp(join(tmpdir(), 'clublens-colours-'));
});
afterAll(async () => {
  await imaging.close();
  await rm(folder, { recursive: true });
});

const flat = (background: Colour) => {
  const [r, g, b] = background;
  return sharp({ create: { width: 64, height: 48, channels: 3, background: { r, g, b } } });
};
const middleOf = async (bytes: Buffer | string): Promise<number[]> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 4) * info.width + Math.floor(info.width / 4)) * 3;
  return [...data.subarray(at, at + 3)];
};
async function shown(bytes: Buffer): Promise<number[]> {
  count += 1;
  const source = join(folder, `source-${count}`);
  await writeFile(source, bytes);
  const path = join(folder, `shown-${count}`);
  const renditions = { large: { path, longSide: 48 } };
  await imaging.makeRenditions({ source, renditions, maxPixels: 1e6 });
  return middleOf(path);
}
async function copied(bytes: Buffer): Promise<Buffer> {
  count += 1;
  const [source, output] = [join(folder, `source-${count}`), join(folder, `copy-${count}`)];
  await writeFile(source, bytes);
  await imaging.stripMetadata({ source, output, maxPixels: 1e6, metadata: {} });
  return readFile(output);
}
function near(found: number[], wanted: Colour, by = 3): void {
  const apart = Math.max(...found.map((value, i) => Math.abs(value - wanted[i]!)));
  expect(apart, `${found} is not ${wanted}`).toBeLessThanOrEqual(by);
}

/** What the colour management of libvips makes of a picture with this profile. */
async function converted(colour: Colour, profile: Buffer): Promise<number[]> {
  const data = await flat(colour).raw().toBuffer();
  return middleOf(
    await (await assignProfile({ data, width: 64, height: 48, channels: 3 }, profile)).png().toBuffer(),
  );
}

// Made by the formulas of the standards, in another program.
describe('profiles turn colours into those of sRGB', () => {
  test.each<[string, Buffer | undefined, Colour, Colour]>([
    ['Display P3', profileOfNumbers(12, 13), [200, 100, 80], [215, 93, 73]],
    ['Adobe RGB', adobeRgbProfile(), [200, 100, 80], [227, 100, 78]],
    ['BT.2020 with the curve of screens', profileOfNumbers(9, 13), [180, 120, 100], [209, 110, 95]],
  ])('%s', async (_name, profile, given, wanted) => {
    near(await converted(given, profile!), wanted, 4);
  });

  test('sRGB, and what says nothing, has none', () => {
    for (const [primaries, transfer] of [
      [1, 13],
      [1, 1],
      [2, 2],
      [1, 6],
      [0, 0],
      [300, 13],
      [12, 300],
    ] as const)
      expect(profileOfNumbers(primaries, transfer)).toBeUndefined();
    expect(profileOfChromaticities(undefined, 0.45455)).toBeUndefined();
    const point = [0.3, 0.3] as const;
    const collapsed = { red: point, green: point, blue: point, white: point };
    expect(profileOfChromaticities(collapsed, 0.45455)).toBeUndefined();
    expect(profileOfChromaticities({ ...collapsed, white: [0.3, 0] }, 0.45455)).toBeUndefined();
    expect(profileOfChromaticities(undefined, 0)).toBeUndefined();
  });
});

describe('a PNG', () => {
  const withChunks = async (colour: Colour, ...chunks: Buffer[]) => {
    const png = await flat(colour).png().toBuffer();
    return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
  };
  const gAMA = (value: number) => pngChunk('gAMA', uint32s([value]));
  const P3 = pngChunk('cHRM', uint32s([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]));

  test('that names its colours by numbers is shown in them, and its copy says them still', async () => {
    const picture = await withChunks([200, 100, 80], pngChunk('cICP', Buffer.from([12, 13, 0, 1])));
    near(await shown(picture), [215, 93, 73]);
    expect((await copied(picture)).includes('cICP')).toBe(true);
  });

  test('by chromaticities and a gamma, unless it says sRGB', async () => {
    near(await shown(await withChunks([200, 100, 80], gAMA(45455), P3)), [215, 93, 73], 4);
    near(
      await shown(await withChunks([200, 100, 80], pngChunk('sRGB', Buffer.from([0])), gAMA(45455), P3)),
      [200, 100, 80],
    );
    near(await shown(await withChunks([200, 100, 80], gAMA(45455))), [200, 100, 80]);
    near(await shown(await withChunks([128, 128, 128], gAMA(100_000))), [188, 188, 188]);
  });

  test('with numbers for a high range is shown as bright as paper', async () => {
    // 203 cd/m² in PQ is 148, and white of screens is 238 then; black stays black.
    const pq = (level: number) =>
      withChunks([level, level, level], pngChunk('cICP', Buffer.from([9, 16, 0, 1])));
    const [paper] = await shown(await pq(148));
    expect(paper).toBeGreaterThan(225);
    expect(paper).toBeLessThan(250);
    near(await shown(await pq(0)), [0, 0, 0]);
    const hlg = await withChunks([191, 191, 191], pngChunk('cICP', Buffer.from([9, 18, 0, 1])));
    expect((await shown(hlg))[0]).toBeGreaterThan(225);
  });

  test('is shown as it is where its chunks make no sense', async () => {
    for (const chunk of [pngChunk('gAMA', Buffer.alloc(3)), pngChunk('cICP', Buffer.from([12])), gAMA(0)])
      near(await shown(await withChunks([200, 100, 80], chunk)), [200, 100, 80]);
    const flatPoints = pngChunk('cHRM', uint32s([1, 1, 1, 1, 1, 1, 1, 1]));
    near(await shown(await withChunks([200, 100, 80], gAMA(45455), flatPoints)), [200, 100, 80]);
  });
});

function uint32s(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

describe('a JPEG', () => {
  /** Exif of a camera set to a colour space: 65535 and R03 for Adobe RGB, 1 and R98 for sRGB. */
  function exif(colourSpace: number, interop: string): Buffer {
    const tiff = Buffer.alloc(8 + 18 + 30 + 18);
    tiff.write('II*\0', 'latin1');
    tiff.writeUInt32LE(8, 4);
    const entry = (at: number, tag: number, type: number, length: number) => {
      tiff.writeUInt16LE(tag, at);
      tiff.writeUInt16LE(type, at + 2);
      tiff.writeUInt32LE(length, at + 4);
      return at + 8;
    };
    tiff.writeUInt16LE(1, 8);
    tiff.writeUInt32LE(26, entry(10, 0x8769, 4, 1));
    tiff.writeUInt16LE(2, 26);
    tiff.writeUInt16LE(colourSpace, entry(28, 0xa001, 3, 1));
    tiff.writeUInt32LE(56, entry(40, 0xa005, 4, 1));
    tiff.writeUInt16LE(1, 56);
    tiff.write(`${interop}\0`, entry(58, 1, 2, 4), 'latin1');
    const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  }
  const photo = async (...said: [number, string]) => {
    const jpeg = await flat([200, 100, 80]).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    return Buffer.concat([jpeg.subarray(0, 2), exif(...said), jpeg.subarray(2)]);
  };

  test('whose Exif says Adobe RGB is shown in it, and its copy has a profile', async () => {
    const picture = await photo(65_535, 'R03');
    near(await shown(picture), [227, 100, 78], 4);
    const copy = await copied(picture);
    near(await middleOf(await sharp(copy).png().toBuffer()), [227, 100, 78], 4);
    expect((await sharp(copy).metadata()).icc).toBeDefined();
  });

  test('whose Exif says something else is shown as it is', async () => {
    for (const said of [
      [1, 'R98'],
      [65_535, 'R98'],
      [1, 'R03'],
    ] as [number, string][]) {
      near(await shown(await photo(...said)), [200, 100, 80]);
      expect((await sharp(await copied(await photo(...said))).metadata()).icc).toBeUndefined();
    }
  });
});

test('a HEIC that names its colours by numbers is shown as one with the profile of these', async () => {
  const withProfile = await readFile('tests/support/fixtures/display-p3.heic');
  const byNumbers = (primaries: number, transfer: number) => {
    const bytes = Buffer.from(withProfile);
    const at = bytes.indexOf('colrprof', 0, 'latin1') + 4;
    bytes.write('nclx', at, 'latin1');
    bytes.writeUInt16BE(primaries, at + 4);
    bytes.writeUInt16BE(transfer, at + 6);
    bytes.writeUInt16BE(6, at + 8);
    bytes[at + 10] = 0x80;
    return bytes;
  };
  const wanted = (await shown(withProfile)) as unknown as Colour;
  near(await shown(byNumbers(12, 13)), wanted, 4);
  const taken = await shown(byNumbers(1, 13));
  expect(Math.max(...taken.map((value, i) => Math.abs(value - wanted[i]!)))).toBeGreaterThan(5);
});
