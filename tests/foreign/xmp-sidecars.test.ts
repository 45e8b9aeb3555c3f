import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import { xmpSidecar } from '#ml/index.ts';
import { hasProgram, run } from '#tests/support/foreign-programs.ts';
import { quarters } from '#tests/support/test-images.ts';

/** What we save beside photos is read by the programs of photographers, and comes back the same once they have put it into the photo. */
const named = {
  width: 400,
  height: 300,
  regions: [
    { name: 'Mia Quastenberg', x: 0.1, y: 0.2, w: 0.125, h: 0.25 },
    { name: 'Jörg "Jo" <Ohm> & Söhne', x: 0.5, y: 0.3, w: 0.1, h: 0.2 },
    { name: 'Łucja O’Neill', x: 0.7, y: 0.1, w: 0.05, h: 0.1 },
  ],
};
let folder: string;
let photo: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-sidecars-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
async function fresh(name: string): Promise<void> {
  photo = join(folder, name);
  await writeFile(photo, await quarters(400, 300).jpeg().toBuffer());
}
const ended = async (program: string, ...args: string[]) => {
  const { code, output } = await run(program, args, { cwd: folder });
  expect([program, code, output.includes('rror')]).toEqual([program, 0, false]);
  return output;
};
async function expectSame(): Promise<void> {
  const { words } = await metadataOf(metadataBlocks(await readFile(photo), 'image/jpeg'));
  expect(words?.people).toEqual(named.regions.map(({ name }) => name));
  expect(words?.applied_to).toEqual({ width: 400, height: 300 });
  expect(words?.regions).toEqual(
    named.regions.map(({ name, ...box }) => ({
      name,
      ...Object.fromEntries(Object.entries(box).map(([field, value]) => [field, expect.closeTo(value, 5)])),
    })),
  );
}

describe.skipIf(!hasProgram('exiftool'))('exiftool', () => {
  test('reads the sidecar without a warning, and puts the same into the photo', async () => {
    await fresh('a.jpg');
    const sidecar = `${photo}.xmp`;
    await writeFile(sidecar, xmpSidecar(named));
    const read = JSON.parse(await ended('exiftool', '-j', '-struct', '-validate', '-warning', sidecar))[0];
    expect(read.Warning).toBeUndefined();
    await ended('exiftool', '-q', '-overwrite_original', '-tagsFromFile', sidecar, '-all:all', photo);
    await expectSame();
  });
});

describe.skipIf(!hasProgram('exiv2'))('exiv2', () => {
  test('puts the same into the photo', async () => {
    await fresh('b.jpg');
    // It looks for the name without the photo's ending.
    await writeFile(join(folder, 'b.xmp'), xmpSidecar(named));
    await ended('exiv2', '-i', 'X', 'insert', photo);
    await expectSame();
  });
});
