/** How surely a photo is known again after it was edited, on the labelled photos that lie beside the project. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareShots } from '#ml/imaging/same-shot.ts';
import { sharedDir } from '#tests/ml/support.ts';
import { runs } from '#tests/support/thoroughness.ts';

/** The others are single faces of 150 pixels. */
const LEAST_PX = 400;

let state = 7;
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state / 0x7fffffff;
}

describe.skipIf(!sharedDir)('of the labelled photos', () => {
  let folder: string;
  let photos: string[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'clublens-shots-'));
    const root = path.join(sharedDir!, 'photos');
    const files = (await readdir(root, { recursive: true }))
      .filter((file) => /\.(jpg|png)$/.test(file))
      .sort()
      .map((file) => path.join(root, file));
    photos = [];
    for (const file of files) {
      const { width, height } = await sharp(file).metadata();
      if (Math.max(width, height) >= LEAST_PX) photos.push(file);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const keep = async (picture: string | Buffer, name: string) => {
    const file = path.join(folder, name);
    const size = { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true } as const;
    await sharp(picture).removeAlpha().resize(size).jpeg({ quality: 85 }).toFile(file);
    return file;
  };

  /** Up to 1.5 steps of light, crops of up to 30 % of each side, turns by quarters. */
  async function edit(photo: string): Promise<Buffer> {
    const light = Uint8Array.from({ length: 256 }, () => 0);
    const steps = 3 * (random() - 0.5);
    for (let i = 0; i < 256; i += 1) {
      const linear = Math.min(1, (i / 255) ** 2.2 * 2 ** steps);
      light[i] = Math.round(255 * linear ** (1 / 2.2));
    }
    const { data, info } = await sharp(photo)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [width, height] = [info.width, info.height].map((side) => Math.round(side * (1 - 0.3 * random())));
    const pixels = data.map((value) => light[value]!);
    const { channels } = info;
    const cropped = await sharp(pixels, { raw: { width: info.width, height: info.height, channels } })
      .extract({
        left: Math.floor(random() * (info.width - width!)),
        top: Math.floor(random() * (info.height - height!)),
        width: width!,
        height: height!,
      })
      .png()
      .toBuffer();
    const turned = sharp(cropped).rotate(random() < 0.3 ? 90 * Math.floor(1 + 3 * random()) : 0);
    return turned.jpeg({ quality: 60 + Math.floor(38 * random()) }).toBuffer();
  }

  test(
    'edited ones are the same shot',
    async () => {
      const missed: string[] = [];
      for (let i = 0; i < runs(24, 500); i += 1) {
        const photo = photos[Math.floor(i * 7.3) % photos.length]!;
        const [before, after] = [await keep(photo, 'before.jpg'), await keep(await edit(photo), 'after.jpg')];
        if (!(await compareShots({ before, after })).isSame) missed.push(photo);
      }
      expect(missed).toEqual([]);
    },
    runs(60_000, 900_000),
  );

  test(
    'two different ones are not',
    async () => {
      const taken: string[] = [];
      for (let i = 0; i < runs(12, 100); i += 1) {
        const [one, other] = [photos[i % photos.length]!, photos[(i * 31 + 17) % photos.length]!];
        if (one === other) continue;
        const [before, after] = [await keep(one, 'before.jpg'), await keep(other, 'after.jpg')];
        if ((await compareShots({ before, after })).isSame) taken.push(`${one} ${other}`);
      }
      expect(taken).toEqual([]);
    },
    runs(60_000, 300_000),
  );
});
