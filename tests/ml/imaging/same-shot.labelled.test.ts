/**
 * How surely a photo is known again after it was edited, on the labelled photos that lie beside the project.
 * @module-tag long
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareShots } from '#ml/imaging/same-shot.ts';
import { sharedDir } from '#tests/ml/support.ts';
import { editShot, listLargePhotos, randomBy } from '#tests/support/edited-photos.ts';
import { runs } from '#tests/support/thoroughness.ts';

const random = randomBy(7);

describe.skipIf(!sharedDir)('of the labelled photos', () => {
  let folder: string;
  let photos: string[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'clublens-shots-'));
    photos = await listLargePhotos(path.join(sharedDir!, 'photos'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const keep = async (picture: string | Buffer, name: string) => {
    const file = path.join(folder, name);
    const size = { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true } as const;
    await sharp(picture).removeAlpha().resize(size).jpeg({ quality: 85 }).toFile(file);
    return file;
  };

  test(
    'edited ones are the same shot',
    async () => {
      const missed: string[] = [];
      for (let i = 0; i < runs(24, 500); i += 1) {
        const photo = photos[Math.floor(i * 7.3) % photos.length]!;
        const [before, after] = [
          await keep(photo, 'before.jpg'),
          await keep(await editShot(photo, random), 'after.jpg'),
        ];
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
