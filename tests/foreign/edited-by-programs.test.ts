/** Photos that other programs saved again: their times, and what they say of people, are still the photo's. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import { compareShots } from '#ml/imaging/same-shot.ts';
import { hasProgram, run } from '#tests/support/foreign-programs.ts';
import { quarters } from '#tests/support/test-images.ts';
import { textured } from '#tests/support/textured.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-edited-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const read = async (path: string) => metadataOf(metadataBlocks(await readFile(path), 'image/jpeg'));
const taken = { DateTimeOriginal: '2026:06:13 12:05:07' };

describe.skipIf(!hasProgram('jhead'))('jhead', () => {
  test('moves the clock by an hour', async () => {
    const path = join(folder, 'clock.jpg');
    const times = { IFD0: { DateTime: '2026:06:13 18:00:00' }, IFD2: taken };
    await writeFile(path, await quarters(400, 300).jpeg().withExif(times).toBuffer());
    expect(await run('jhead', ['-ta+1:00', path])).toMatchObject({ code: 0 });
    expect((await read(path)).taken).toMatchObject({ local: '2026-06-13T13:05:07.000', offset: null });
  });
});

/** Each saves a photo that lies on its side, upright or as it lay; the last two keep its data as they are. */
const savers: [string, (from: string, to: string) => string[]][] = [
  ['convert', (from, to) => [from, '-auto-orient', '-quality', '80', to]],
  ['gm', (from, to) => ['convert', from, '-auto-orient', to]],
  ['vips', (from, to) => ['autorot', from, to]],
  ['vipsthumbnail', (from, to) => [from, '-s', '500', '-o', to]],
  ['exiftran', (from, to) => ['-a', from, '-o', to]],
  ['jpegtran', (from, to) => ['-copy', 'all', '-rotate', '90', '-outfile', to, from]],
];
describe.each(savers)('%s', (program, args) => {
  test.skipIf(!hasProgram(program))('saves the same shot, of the same fraction of a second', async () => {
    const [from, to] = [join(folder, `${program}.jpg`), join(folder, `${program}-saved.jpg`)];
    const fraction = { ...taken, SubSecTimeOriginal: '123', OffsetTimeOriginal: '+02:00' };
    // No multiple of the blocks of a JPEG: turned without loss, the last rows are displaced.
    const jpeg = sharp(await textured(61, 645, 403)).jpeg({ chromaSubsampling: '4:2:0' });
    await writeFile(from, await jpeg.withExif({ IFD0: { Orientation: '6' }, IFD2: fraction }).toBuffer());
    expect(await run(program, args(from, to))).toMatchObject({ code: 0 });
    expect((await read(to)).taken).toMatchObject({ local: '2026-06-13T12:05:07.123', offset: 120 });
    const [before, after] = [join(folder, `${program}-a.jpg`), join(folder, `${program}-b.jpg`)];
    await sharp(from).autoOrient().toFile(before);
    await sharp(to).autoOrient().toFile(after);
    expect((await compareShots({ before, after })).isSame).toBe(true);
  });
});

describe.skipIf(!hasProgram('gimp') || !hasProgram('exiftool'))('GIMP', () => {
  test('keeps words, and regions as they were though it turned the picture', async () => {
    const [path, turned] = [join(folder, 'gimp.jpg'), join(folder, 'turned.jpg')];
    await writeFile(path, await quarters(400, 300).jpeg().withExif({ IFD2: taken }).toBuffer());
    const area = 'Area={X=0.5,Y=0.5,W=0.1,H=0.2,Unit=normalized},Type=Face';
    const regions = `{AppliedToDimensions={W=400,H=300,Unit=pixel},RegionList=[{${area},Name=Mia Berg}]}`;
    const said = ['-XMP-dc:Description=Mia & Tom', '-XMP-dc:Subject=Cup', `-RegionInfo=${regions}`];
    expect(await run('exiftool', ['-q', '-overwrite_original', ...said, path])).toMatchObject({ code: 0 });
    const script = `(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE "${path}" "${path}"))))
      (gimp-image-rotate image ROTATE-90)
      (gimp-file-save RUN-NONINTERACTIVE image (car (gimp-image-get-active-drawable image)) "${turned}" "${turned}")
      (gimp-quit 0))`;
    const env = { HOME: folder, XDG_CONFIG_HOME: folder };
    expect(await run('gimp', ['-i', '-d', '-f', '-b', script], { env })).toMatchObject({ code: 0 });
    const { width, height } = await sharp(turned).metadata();
    expect([width, height]).toEqual([300, 400]);
    expect(await read(turned)).toMatchObject({
      taken: { local: '2026-06-13T12:05:07.000' },
      words: {
        caption: 'Mia & Tom',
        keywords: ['Cup'],
        people: ['Mia Berg'],
        // Of the picture before it was turned: whoever lays them over faces has to see that.
        applied_to: { width: 400, height: 300 },
        regions: [{ name: 'Mia Berg', x: expect.closeTo(0.45, 5), y: expect.closeTo(0.4, 5) }],
      },
    });
  });
});
