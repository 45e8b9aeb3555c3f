/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareShots } from '#ml/imaging/same-shot.ts';
import { textured } from '#tests/support/textured.ts';

let folder: string;
let picture: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-shots-'));
  picture = await textured(1);
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function keep(of: Sharp): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.jpg`);
  await of.jpeg().toFile(path);
  return path;
}
const compare = async (before: Sharp, after: Sharp) =>
  compareShots({ before: await keep(before), after: await keep(after) });
const upright = () => sharp(picture);

describe('the same shot', () => {
  test.each<[string, () => Sharp, number[]]>([
    ['lighter', () => upright().linear(1.3, 0), [1, 0, 0, 0, 1, 0]],
    ['in grey', () => upright().greyscale(), [1, 0, 0, 0, 1, 0]],
    ['smaller', () => upright().resize(300), [1, 0, 0, 0, 1, 0]],
    ['turned', () => upright().rotate(90), [0, -1, 1, 1, 0, 0]],
    [
      'cropped',
      () => upright().extract({ left: 120, top: 100, width: 480, height: 300 }),
      [1.25, 0, -0.25, 0, 4 / 3, -1 / 3],
    ],
  ])('%s', async (_, after, placement) => {
    const found = await compare(upright(), after());
    expect(found.isSame).toBe(true);
    for (const [i, value] of found.placement.entries()) expect(value).toBeCloseTo(placement[i]!, 1);
  });

  test('with the crop taken back', async () => {
    const cropped = upright().extract({ left: 0, top: 0, width: 480, height: 300 });
    const { isSame, placement } = await compare(cropped, upright());
    expect(isSame).toBe(true);
    for (const [i, value] of placement.entries()) expect(value).toBeCloseTo([0.8, 0, 0, 0, 0.75, 0][i]!, 1);
  });

  test('straightened', async () => {
    const turned = sharp(await upright().rotate(3).png().toBuffer());
    const { width, height } = await turned.metadata();
    const inside = turned.extract({ left: 35, top: 35, width: width - 70, height: height - 70 });
    expect((await compare(upright(), inside)).isSame).toBe(true);
  });
});

describe('another shot', () => {
  test('another picture', async () => {
    expect((await compare(upright(), sharp(await textured(2)))).isSame).toBe(false);
  });

  test('another shape', async () => {
    expect(
      (await compare(upright(), upright().extract({ left: 0, top: 0, width: 600, height: 100 }))).isSame,
    ).toBe(false);
  });

  test('somebody has moved before the same background', async () => {
    const somebody = await sharp(await textured(3, 60, 90)).toBuffer();
    const at = (left: number) => sharp(picture).composite([{ input: somebody, left, top: 150 }]);
    expect((await compare(at(200), at(210))).isSame).toBe(false);
  });
});
