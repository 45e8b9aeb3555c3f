/**
 * The whole road on the real photos that ship in the npm package, with each detector that is present.
 * @module-tag long
 */
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Analysis } from '#ml/index.ts';
import { coveredShare } from '#ml/math/box.ts';
import { squaredDistance } from '#ml/math/vector.ts';
import { ModelCache } from '#ml/models/model-cache.ts';
import { analyse } from '#ml/pipeline/analyse.ts';
import type { Models } from '#ml/pipeline/describe-faces.ts';
import { smallestPx } from '#ml/pipeline/detect.ts';
import { finerLongSide } from '#ml/pipeline/detect-yunet.ts';
import { SAMPLES, samplePath } from '../golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, NPM_MODELS } from '../support.ts';

const reports = await modelsReady(NPM_MODELS);
const goldenFile = new URL('../golden/pipeline-stages.json', import.meta.url);
/** UPDATE_GOLDEN=1 writes what is found now; look at the pictures (faces:inspect) before committing it. */
const updating = process.env.UPDATE_GOLDEN === '1';
type Golden = Record<
  string,
  Record<string, { box: number[]; landmarks: number[]; score: number; grade: string }[]>
>;
const golden = JSON.parse(await readFile(goldenFile, 'utf8').catch(() => '{}')) as Golden;

const rounded = (values: number[]) => values.map((value) => Number(value.toFixed(3)));
const wanted = { minConfidence: 0.6, minSizeRatio: 0.02 };
const core = ({ faces }: Analysis) => faces.filter((face) => face.grade === 'core');
/** The rendition the engine reads in life. */
const rendition = (index: number) =>
  sharp(samplePath(index)).resize(1600, 1600, { fit: 'inside' }).jpeg().toBuffer();

describe('a finer pass of the detector', () => {
  it.each([
    ['is not made where all faces are large enough for the last one', [12, 80], 640, 1600, undefined],
    ['shows the smallest face twice as wide as a pass needs', [11, 80], 640, 1600, 1164],
    ['adds half at least', [11.9], 640, 1600, 1076],
    ['is no larger than the picture', [4], 640, 1400, 1400],
    ['is no larger than a rendition', [4], 640, 8000, 1600],
    ['is made once where nothing was found', [], 640, 1600, 960],
    ['is given up where nothing was found again', [], 960, 1600, undefined],
    ['is not made of a picture that was shown as it is', [4], 500, 500, undefined],
  ])('%s', (_, sizesPx, longSidePx, imageLongPx, finerPx) => {
    const finer = finerLongSide(sizesPx, longSidePx, imageLongPx);
    expect(finer && Math.round(finer)).toBe(finerPx);
  });
});

describe('the smallest face wanted', () => {
  const rendition = { widthPx: 1600, heightPx: 1200 };
  it.each([
    ['is a share of the shorter side', 0.05, undefined, 60],
    ['counts as a share of 1600 px of a large original', 0.05, { widthPx: 4000, heightPx: 3000 }, 80 / 2.5],
    ['has at most 32 px of the original at the default', 0.02, { widthPx: 5520, heightPx: 4140 }, 32 / 3.45],
    ['has 16 px of the original at least', 0, { widthPx: 4000, heightPx: 3000 }, 16 / 2.5],
    ['is never judged by a smaller original', 0.05, { widthPx: 800, heightPx: 600 }, 60],
  ])('%s', (_, minSizeRatio, original, px) => {
    expect(smallestPx(rendition, { minConfidence: 0.6, minSizeRatio, original })).toBeCloseTo(px);
  });
});

/**
 * What installations have, with network and with npm alone, and both recognisers. The last number is the largest squared distance of a
 * face to its mirror image: a recogniser with one view sees another picture there.
 */
const pairs = [
  ['yunet', 'sface', 0.2],
  ['yunet', 'mobilefacenet', 0.06],
  ['ultraface', 'sface', 0.2],
] as const;

describe.each(pairs)('with %s and %s', (detector, recogniser, mirroredMax) => {
  const shelf = new ModelCache(modelsDir, 'cpu');
  const skip = !isPresent(reports, detector) || !isPresent(reports, recogniser);
  const found: Record<number, Analysis> = {};
  let models: Models;
  beforeAll(async () => {
    if (skip) return;
    models = await shelf.get(detector, recogniser);
    for (const index of SAMPLES) found[index] = await analyse(models, await rendition(index), wanted);
    if (!updating) return;
    golden[detector] = Object.fromEntries(
      SAMPLES.map((index) => [
        index,
        found[index]!.faces.map(({ box, landmarks, score, grade }) => ({
          box: rounded([box.x, box.y, box.w, box.h]),
          landmarks: rounded(landmarks),
          score: Number(score.toFixed(2)),
          grade,
        })),
      ]),
    );
    await writeFile(goldenFile, `${JSON.stringify(golden)}\n`);
  }, 60_000);

  it.skipIf(skip).each(SAMPLES)('sample %d gives the faces, points and grades recorded', (index) => {
    const expected = golden[detector]![index]!;
    expect(found[index]!.faces).toHaveLength(expected.length);
    found[index]!.faces.forEach((face, i) => {
      const { box, landmarks, score, grade } = expected[i]!;
      [face.box.x, face.box.y, face.box.w, face.box.h].forEach((value, k) => {
        expect(Math.abs(value - box[k]!)).toBeLessThan(0.005);
      });
      face.landmarks.forEach((value, k) => {
        expect(Math.abs(value - landmarks[k]!)).toBeLessThan(0.005);
      });
      expect(face.score).toBeCloseTo(score, 1);
      expect(face.grade).toBe(grade);
    });
  });

  it.skipIf(skip)('the same face in half the size is the same face', async () => {
    const faces = core(found[1]!);
    const half = await sharp(await rendition(1))
      .resize(800)
      .jpeg()
      .toBuffer();
    const again = core(await analyse(models, half, wanted));
    expect(again).toHaveLength(faces.length);
    again.forEach((face, i) => {
      const own = squaredDistance(face.embedding, faces[i]!.embedding);
      expect(own).toBeLessThan(0.15);
      faces.forEach((other, k) => {
        if (k !== i) expect(squaredDistance(face.embedding, other.embedding)).toBeGreaterThan(2 * own);
      });
    });
  });

  it.skipIf(skip)('a mirrored photo has the same people at mirrored places', async () => {
    const mirrored = core(
      await analyse(
        models,
        await sharp(await rendition(1))
          .flop()
          .jpeg()
          .toBuffer(),
        wanted,
      ),
    );
    const faces = core(found[1]!);
    expect(mirrored).toHaveLength(faces.length);
    for (const face of mirrored) {
      const twin = faces.find((other) => Math.abs(1 - other.box.x - other.box.w - face.box.x) < 0.02)!;
      expect(squaredDistance(face.embedding, twin.embedding)).toBeLessThan(mirroredMax);
    }
  });

  it.skipIf(skip)('a tilted head is the same person', async () => {
    const upright = core(found[5]!);
    const tilted = await sharp(await rendition(5))
      .rotate(35, { background: '#777' })
      .jpeg()
      .toBuffer();
    const { faces } = await analyse(models, tilted, wanted);
    const known = faces.filter((face) => face.embedding.length > 0);
    // Not everybody is found at such angles; who is found must be known again.
    expect(known.length).toBeGreaterThanOrEqual(3);
    const same = known.filter((face) => {
      const distances = upright
        .map((other) => squaredDistance(face.embedding, other.embedding))
        .sort((a, b) => a - b);
      return distances[0]! < 0.2 && distances[1]! > 1.5 * distances[0]!;
    });
    expect(same.length).toBe(known.length);
  });

  it.skipIf(skip).each([1, 1.3])('a face that fills the picture is one face (side %d)', async (times) => {
    const { box } = found[1]!.faces.toSorted((a, b) => b.box.h - a.box.h)[0]!;
    const { widthPx, heightPx } = found[1]!;
    const side = Math.round(box.h * heightPx * times);
    const left = Math.max(0, Math.round((box.x + box.w / 2) * widthPx - side / 2));
    const top = Math.max(0, Math.round((box.y + box.h / 2) * heightPx - side / 2));
    const closeUp = await sharp(await rendition(1))
      .extract({ left, top, width: Math.min(side, widthPx - left), height: Math.min(side, heightPx - top) })
      .resize(1600)
      .jpeg()
      .toBuffer();
    const { faces } = await analyse(models, closeUp, wanted);
    expect(faces).toHaveLength(1);
    expect(faces[0]!.box.h).toBeGreaterThan(0.5);
  });

  it.skipIf(skip)('a face cut by the rim has a box that ends there', async () => {
    const { box } = found[1]!.faces.toSorted((a, b) => b.box.h - a.box.h)[0]!;
    const { widthPx, heightPx } = found[1]!;
    const left = Math.round((box.x + 0.25 * box.w) * widthPx);
    const top = Math.round((box.y + 0.1 * box.h) * heightPx);
    const cut = await sharp(await rendition(1))
      .extract({ left, top, width: widthPx - left, height: heightPx - top })
      .jpeg()
      .toBuffer();
    const { faces } = await analyse(models, cut, wanted);
    // UltraFace sees the rest of the face end a hundredth of the picture before the rim.
    const rim = detector === 'ultraface' ? 0.01 : 0;
    expect(faces.some((face) => face.box.x <= rim)).toBe(true);
    for (const { box: each } of faces) {
      expect(Math.min(each.x, each.y, each.w, each.h)).toBeGreaterThanOrEqual(0);
      expect(Math.max(each.x + each.w, each.y + each.h)).toBeLessThanOrEqual(1);
    }
  });

  it.skipIf(skip)('what is smaller or less sure than is wanted is left out', async () => {
    const { faces, widthPx, heightPx } = found[1]!;
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
    const sizePx = middle(faces.map((face) => face.sizePx));
    const minSizeRatio = (sizePx - 1) / Math.min(widthPx, heightPx);
    const large = await analyse(models, await rendition(1), { ...wanted, minSizeRatio });
    expect(large.faces.length).toBe(faces.filter((face) => face.sizePx >= sizePx).length);
    expect(large.faces.length).toBeLessThan(faces.length);
    const score = middle(faces.map((face) => face.score));
    const sure = await analyse(models, await rendition(1), { ...wanted, minConfidence: score - 1e-6 });
    expect(sure.faces.length).toBeLessThan(faces.length);
    expect(Math.min(...sure.faces.map((face) => face.score))).toBeGreaterThanOrEqual(score - 1e-6);
  });

  it.skipIf(skip)('a face too small to be compared is kept as a box and never embedded', async () => {
    const largest = Math.max(...found[4]!.faces.map((face) => face.sizePx));
    const small = await sharp(await rendition(4))
      .resize(Math.round((found[4]!.widthPx * 18.5) / largest))
      .jpeg({ quality: 95 })
      .toBuffer();
    const { faces } = await analyse(models, small, { minConfidence: 0.5, minSizeRatio: 0 });
    expect(faces.length).toBeGreaterThan(0);
    for (const { grade, embedding } of faces) expect([grade, embedding.length]).toEqual(['ignore', 0]);
  });

  it.skipIf(skip)('a large group is found to the last row, and nobody twice', async () => {
    const parts = SAMPLES.map(async (index) => ({
      input: await sharp(samplePath(index)).resize(533, 400, { fit: 'contain' }).png().toBuffer(),
      left: ((index - 1) % 3) * 533,
      top: index <= 3 ? 0 : 400,
    }));
    const group = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#000' } })
      .composite(await Promise.all(parts))
      .jpeg()
      .toBuffer();
    const { faces } = await analyse(models, group, wanted);
    const alone = SAMPLES.flatMap((index) => core(found[index]!)).length;
    expect(faces.length).toBeGreaterThan(0.85 * alone);
    faces.forEach((face, i) => {
      for (const other of faces.slice(i + 1)) expect(coveredShare(face.box, other.box)).toBeLessThan(0.3);
    });
  });

  it.skipIf(skip)('a picture without people has no faces', async () => {
    const sky = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#88aadd' } })
      .jpeg()
      .toBuffer();
    expect((await analyse(models, sky, wanted)).faces).toEqual([]);
  });

  it.skipIf(skip)(
    'a grey, a rotated and a minute picture are read, what is none is refused for good',
    async () => {
      const grey = await sharp(await rendition(1))
        .greyscale()
        .jpeg()
        .toBuffer();
      expect(core(await analyse(models, grey, wanted))).toHaveLength(core(found[1]!).length);
      const lying = await sharp(await rendition(1))
        .rotate(90)
        .withMetadata({ orientation: 8 })
        .jpeg()
        .toBuffer();
      const upright = await analyse(models, lying, wanted);
      expect(core(upright)).toHaveLength(core(found[1]!).length);
      expect([upright.widthPx, upright.heightPx]).toEqual([found[1]!.widthPx, found[1]!.heightPx]);
      const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer();
      expect((await analyse(models, dot, wanted)).faces).toEqual([]);
      const flood = { width: 4001, height: 4000, channels: 3, background: '#fff' } as const;
      for (const poison of [
        Buffer.alloc(0),
        Buffer.from('GIF89a'),
        (await rendition(1)).subarray(0, 20_000),
        await sharp({ create: flood }).jpeg().toBuffer(),
      ])
        await expect(analyse(models, poison, wanted)).rejects.toMatchObject({
          code: 'image_unreadable',
          permanent: true,
        });
    },
  );
});
