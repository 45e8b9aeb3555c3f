import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { createFaceEngine } from '#ml/index.ts';
import { largeRendition } from '#ml/scripts/make-large-rendition.ts';
import { evaluatePair } from '#scripts/evaluate/evaluate-pair.ts';
import { composeGalleries } from '#scripts/evaluate/galleries.ts';
import { gradeGrouping } from '#scripts/evaluate/grouping.ts';
import { labelledPhotos } from '#scripts/evaluate/photos.ts';
import { verify } from '#scripts/evaluate/verification.ts';
import { renditionSizes } from '#server/contract/rendition-sizes.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';
import { samplePath } from '../../ml/golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, sharedDir } from '../../ml/support.ts';

describe('the picture that is measured', () => {
  it('is, byte for byte, the one a gallery would have', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'rendition-'));
    const large = { path: path.join(folder, 'large.jpg'), longSide: renditionSizes.large };
    const imaging = createImaging({ processes: 1 });
    const measured = await largeRendition(samplePath(2));
    try {
      await imaging.makeRenditions({ source: samplePath(2), renditions: { large }, maxPixels: 100e6 });
      expect((await readFile(measured.path)).equals(await readFile(large.path))).toBe(true);
    } finally {
      await Promise.all([imaging.close(), measured.remove(), rm(folder, { recursive: true })]);
    }
  });
});

describe('grouping measures', () => {
  it('are 1 for the truth itself', () => {
    const quality = gradeGrouping(['a', 'a', 'b'], ['x', 'x', 'y']);
    expect(quality).toMatchObject({ pairF1: 1, bCubedF1: 1, persons: 2, groups: 2 });
  });

  it('agree with a count by hand', () => {
    // Groups {a a b} {b} and one b alone: 1 right pair of 3 grouped, of 4 true ones (a a, three of b b).
    const quality = gradeGrouping(['a', 'a', 'b', 'b', 'b'], ['x', 'x', 'x', 'y', null]);
    expect(quality.pairPrecision).toBeCloseTo(1 / 3);
    expect(quality.pairRecall).toBeCloseTo(1 / 4);
    expect(quality.bCubedPrecision).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5);
    expect(quality.bCubedRecall).toBeCloseTo((1 + 1 + 1 / 3 + 1 / 3 + 1 / 3) / 5);
  });
});

describe('verification', () => {
  it('finds the share of same pairs nearer than the nearest strangers', () => {
    const at = (person: string, x: number) => ({ person, embedding: Float32Array.of(x, 1) });
    const faces = [at('a', 0), at('a', 0.1), at('b', 1), at('b', 3)];
    const { samePairs, otherPairs, tarAtFar } = verify(faces, 'euclidean');
    expect([samePairs, otherPairs]).toEqual([2, 4]);
    expect(tarAtFar[1]).toMatchObject({ tar: 0.5, distance: expect.closeTo(0.9) });
  });
});

describe('galleries of labelled photos', () => {
  const strangers = Array.from({ length: 250 }, (_, i) => ({
    person: `s${i}`,
    file: `s${i}.jpg`,
    age: '12-17',
  }));
  const young = Array.from({ length: 40 }, (_, i) => ({
    person: `y${i >> 2}`,
    file: `y${i}.jpg`,
    young: true,
  }));
  const photos = [...strangers, ...young, { person: 'y0', file: 'late.jpg', young: false }];
  const galleries = composeGalleries(photos);
  const named = (name: string) => galleries.find((each) => each.name === name)!;

  it('hold strangers of one age, drawn twice without a common member', () => {
    const [first, second] = [named('strangers 12-17 (1)'), named('strangers 12-17 (2)')];
    expect(first.members).toHaveLength(120);
    expect(new Set([...first.members, ...second.members]).size).toBe(240);
  });

  it('are drawn as often as asked, each time of all people and in the same way on every run', () => {
    const drawn = composeGalleries(photos, 5);
    const ofStrangers = drawn.filter(({ kind }) => kind === 'strangers 12-17');
    expect(ofStrangers.map(({ members }) => new Set(members).size)).toEqual([120, 120, 120, 120, 120]);
    expect(new Set(ofStrangers.map(({ members }) => members.toSorted((a, b) => a - b).join())).size).toBe(5);
    expect(composeGalleries(photos, 5)).toEqual(drawn);
  });

  it('hold young people with all their photos, and no person with fewer than three', () => {
    expect(named('young people (1)').members).toHaveLength(40);
    expect(galleries.some(({ name }) => name.startsWith('adults'))).toBe(false);
  });

  it('compose group pictures of up to five different people', () => {
    const { members, pictures } = named('young people (1), group pictures');
    const shown = Map.groupBy(members, (_, k) => pictures![k]!);
    for (const [, faces] of shown) {
      expect(faces.length).toBeLessThanOrEqual(5);
      expect(new Set(faces.map((i) => (i - 250) >> 2)).size).toBe(faces.length);
    }
    expect([...shown.values()].filter((faces) => faces.length > 1).length).toBeGreaterThan(5);
  });
});

const set = sharedDir && path.join(sharedDir, 'photos/labelled');
describe.skipIf(!set || !existsSync(set) || !NIGHTLY)('on the labelled photos', async () => {
  const reports = NIGHTLY ? await modelsReady() : [];
  const photos = set ? await labelledPhotos(set) : [];

  it.each(
    [
      ['sface', 0.915, 0.96],
      ['mobilefacenet', 0.925, 0.97],
    ].filter(([id]) => isPresent(reports, 'yunet') && isPresent(reports, String(id))) as [
      string,
      number,
      number,
    ][],
  )(
    'yunet and %s reach what was promised',
    async (recogniser, tarAtOneOfThousand, bCubedF1) => {
      const engine = await createFaceEngine({ modelsDir, workers: 2 });
      const { found, metrics } = await evaluatePair(engine, photos, 'yunet', recogniser);
      await engine.close();
      expect(found.none).toBe(0);
      const { verification, groupingOfAllPhotos } = metrics.find(({ metric }) => metric === 'cosine')!;
      const { tar } = verification.tarAtFar.find(({ far }) => far === 0.001)!;
      expect(tar).toBeGreaterThanOrEqual(tarAtOneOfThousand);
      expect(groupingOfAllPhotos.bCubedF1).toBeGreaterThanOrEqual(bCubedF1);
      expect(groupingOfAllPhotos.pairPrecision).toBeGreaterThanOrEqual(0.999);
    },
    180_000,
  );
});
