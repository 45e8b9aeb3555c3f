import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import { quarters } from '#tests/support/test-images.ts';

/** Files as exiftool and exiv2 write them, on which digiKam, Shotwell, gThumb and darktable stand. */
const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;
const hasExiftool = has('exiftool', '-ver');
const hasExiv2 = has('exiv2', '--version');

let folder: string;
let photo: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-words-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const fresh = async (name: string) => {
  photo = join(folder, name);
  await writeFile(photo, await quarters(400, 300).jpeg().toBuffer());
};
const run = (program: string, ...args: string[]) =>
  execFileSync(program, [...args, photo], { stdio: 'pipe' });
const words = async () => (await metadataOf(metadataBlocks(await readFile(photo), 'image/jpeg'))).words;

const area = (x: number) => `Area={X=${x},Y=0.5,W=0.1,H=0.2,Unit=normalized},Type=Face`;
const regionsOf = (names: readonly string[]) =>
  `-RegionInfo={AppliedToDimensions={W=400,H=300,Unit=pixel},RegionList=[${names
    .map((name, at) => `{${area((at + 1) / (names.length + 1))},Name=${name}}`)
    .join()}]}`;

describe.skipIf(!hasExiftool)('words of exiftool', () => {
  it('are read as they were typed', async () => {
    await fresh('a.jpg');
    const texts = ['-XMP-dc:Description=Mia & Tom <3', '-XMP-photoshop:Headline=007', '-XMP-dc:Subject=true'];
    run('exiftool', '-q', ...texts, '-IPTC:Keywords=Cup', regionsOf(['Mia Berg']));
    expect(await words()).toMatchObject({
      caption: 'Mia & Tom <3',
      headline: '007',
      keywords: ['true', 'Cup'],
      people: ['Mia Berg'],
      regions: [{ name: 'Mia Berg', x: expect.closeTo(0.45, 9), y: expect.closeTo(0.4, 9) }],
      applied_to: { width: 400, height: 300 },
    });
  });

  it('are whole where they do not fit into one segment', async () => {
    await fresh('b.jpg');
    const names = Array.from(
      { length: 60 },
      (_, i) => `Player ${i} of a club with a ${'long '.repeat(160)}name`,
    );
    const file = join(folder, 'args');
    await writeFile(file, regionsOf(names));
    run('exiftool', '-q', '-@', file);
    const found = await words();
    expect((await readFile(photo)).includes('http://ns.adobe.com/xmp/extension/')).toBe(true);
    expect(found?.regions).toHaveLength(60);
    expect(found?.regions[59]?.name).toMatch(/^Player 59 of a club/);
  });
});

describe.skipIf(!hasExiv2)('words of exiv2', () => {
  it('are read where regions are attributes, and keywords of XMP and IPTC differ', async () => {
    await fresh('c.jpg');
    const region = 'Xmp.mwg-rs.Regions/mwg-rs:RegionList[1]/mwg-rs';
    const commands = [
      'set Xmp.dc.description lang=x-default Mia & Tom',
      'set Xmp.dc.subject XmpBag 0042',
      'set Iptc.Application2.Keywords String Cup',
      'set Xmp.mwg-rs.Regions XmpText type=Struct',
      'set Xmp.mwg-rs.Regions/mwg-rs:RegionList XmpText type=Bag',
      'set Xmp.mwg-rs.Regions/mwg-rs:RegionList[1] XmpText type=Struct',
      `set ${region}:Name Mia Berg`,
      `set ${region}:Type Face`,
      ...Object.entries({ x: 0.5, y: 0.5, w: 0.1, h: 0.2 }).map(
        ([field, value]) => `set ${region}:Area/stArea:${field} ${value}`,
      ),
      `set ${region}:Area/stArea:unit normalized`,
    ];
    run('exiv2', ...commands.map((command) => `-M${command}`));
    expect(await words()).toMatchObject({
      caption: 'Mia & Tom',
      keywords: ['0042', 'Cup'],
      regions: [{ name: 'Mia Berg', x: expect.closeTo(0.45, 9) }],
    });
  });
});
