/** Faces that are too small in the rendition, from the original to their embeddings. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analyseRenditionAndCrops } from '#ml/analyse-rendition-and-crops.ts';
import { createFaceEngine, createImaging, type FaceEngine, type Imaging, type Original } from '#ml/index.ts';
import { coveredShare, intersectionOverUnion } from '#ml/math/box.ts';
import { normalised, squaredDistance } from '#ml/math/vector.ts';
import type { AnalysedFace, AnalyseRequest, Box } from '#ml/types.ts';
import { SAMPLES, samplePath } from './golden/inputs.ts';
import { isPresent, modelsDir, modelsReady } from './support.ts';

const skip = !isPresent(await modelsReady(), 'yunet');
const ORIGINAL = { width: 4800, height: 3600 };
const TILE = 480;
/** Tiles stand apart, as groups on a stand. */
const COLUMNS = 6;
const ROWS = 4;
/** Where one sample photo lies in the crowd, in fractions of it. */
interface Tile {
  sample: number;
  frame: Box;
}

let engine: FaceEngine;
let imaging: Imaging;
let folder = '';
const tiles: Tile[] = [];
const alone: AnalysedFace[][] = [];
/** The crowd by its original, and by its rendition where the original cannot be read. */
let byOriginal: AnalysedFace[];
let byRendition: AnalysedFace[];
let timesAsked = 0;

/** Renders the crowd: the six sample photos again and again, a tenth of its width each, with faces of 35 to 65 px. */
async function crowd(file: string): Promise<void> {
  const inputs = [];
  for (let i = 0; i < COLUMNS * ROWS; i++) {
    const sample = SAMPLES[i % SAMPLES.length]!;
    const { data, info } = await sharp(samplePath(sample))
      .resize(TILE)
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const left = (i % COLUMNS) * 800 + 160;
    const top = Math.floor(i / COLUMNS) * 900 + 250;
    inputs.push({ input: data, left, top });
    tiles.push({
      sample,
      frame: {
        x: left / ORIGINAL.width,
        y: top / ORIGINAL.height,
        w: info.width / ORIGINAL.width,
        h: info.height / ORIGINAL.height,
      },
    });
  }
  const empty = { create: { ...ORIGINAL, channels: 3 as const, background: '#7a8' } };
  await sharp(empty).composite(inputs).jpeg({ quality: 92 }).toFile(file);
}

beforeAll(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(os.tmpdir(), 'clublens-crowd-'));
  engine = await createFaceEngine({ modelsDir, workers: 2 });
  imaging = createImaging({ processes: 1 });
  const { detector, recogniser } = engine.defaults;
  const ask = (file: string) => ({
    path: file,
    detector,
    recogniser,
    minConfidence: 0.6,
    minSizeRatio: 0.02,
  });
  for (const sample of SAMPLES) {
    const file = path.join(folder, `sample-${sample}.jpg`);
    await sharp(samplePath(sample)).resize(1600).jpeg().toFile(file);
    alone[sample] = (await engine.analyse(ask(file))).faces.filter((face) => face.grade === 'core');
  }
  const source = path.join(folder, 'crowd.jpg');
  await crowd(source);
  const large = path.join(folder, 'large.jpg');
  await imaging.makeRenditions({
    source,
    renditions: { large: { path: large, longSide: 1600 } },
    maxPixels: 1e8,
  });
  const original = originalAt(source);
  const request: AnalyseRequest = { ...ask(large), original };
  ({ faces: byOriginal } = await engine.analyse(request));
  ({ faces: byRendition } = await engine.analyse({
    ...request,
    original: {
      ...original,
      async withCrops() {
        timesAsked += 1;
        return undefined;
      },
    },
  }));
}, 120_000);
afterAll(async () => {
  await Promise.all([engine?.close(), imaging?.close()]);
  if (folder) await rm(folder, { recursive: true });
});

function originalAt(source: string): Original {
  return {
    widthPx: ORIGINAL.width,
    heightPx: ORIGINAL.height,
    async withCrops(regions, read, signal) {
      const output = path.join(folder, 'crops');
      try {
        return await read({
          ...(await imaging.crop({ source, output, regions, maxPixels: 1e8 }, signal)),
          path: output,
        });
      } finally {
        await rm(output, { force: true });
      }
    },
  };
}

/** Every face of the crowd as the sample it comes from has it, at its place in the crowd. */
const expected = () =>
  tiles.flatMap(({ sample, frame }) =>
    alone[sample]!.map((face) => ({
      embedding: face.embedding,
      box: {
        x: frame.x + face.box.x * frame.w,
        y: frame.y + face.box.y * frame.h,
        w: face.box.w * frame.w,
        h: face.box.h * frame.h,
      },
    })),
  );
const at = (faces: readonly AnalysedFace[], box: Box) =>
  faces.find((face) => intersectionOverUnion(face.box, box) > 0.5);

describe.skipIf(skip)('a crowd of faces of 35 to 65 pixels', () => {
  it('is found at its place, face by face, once each, with the pixels of the original', () => {
    const faces = byOriginal;
    const people = expected();
    expect(people.length).toBeGreaterThan(80);
    const found = people.filter(({ box }) => at(faces, box));
    expect(found.length / people.length).toBeGreaterThan(0.94);
    for (const { box } of found) {
      const { sizePx, grade, embedding } = at(faces, box)!;
      const inOriginal = Math.min(box.w * ORIGINAL.width, box.h * ORIGINAL.height);
      expect(Math.abs(sizePx / inOriginal - 1)).toBeLessThan(0.35);
      expect(sizePx).toBeGreaterThanOrEqual(32);
      expect(grade).not.toBe('ignore');
      expect(embedding.length).toBeGreaterThan(0);
    }
    faces.forEach((face, i) => {
      for (const other of faces.slice(i + 1)) expect(coveredShare(face.box, other.box)).toBeLessThan(0.3);
    });
    expect(faces.map(({ box }) => box.y)).toEqual(faces.map(({ box }) => box.y).toSorted((a, b) => a - b));
  });

  it('is recognised better than by its rendition', () => {
    const limit = engine.defaultThreshold(engine.defaults.recogniser, 'cosine');
    const recognised = (faces: readonly AnalysedFace[]) =>
      expected().filter(({ box, embedding }) => {
        const face = at(faces, box);
        if (!face || face.embedding.length === 0) return false;
        return squaredDistance(normalised(face.embedding), normalised(embedding)) / 2 < limit;
      }).length / expected().length;
    expect(recognised(byOriginal)).toBeGreaterThan(0.9);
    expect(recognised(byRendition)).toBeLessThan(0.6);
  });

  it('is no less than its rendition where the original cannot be read', () => {
    expect(timesAsked).toBe(1);
    const people = expected();
    expect(people.filter(({ box }) => at(byRendition, box)).length / people.length).toBeGreaterThan(0.94);
    for (const { sizePx } of byRendition) expect(sizePx).toBeLessThan(32);
  });
});

describe('the original', () => {
  const face = {
    box: { x: 10, y: 10, w: 200, h: 240 },
    points: [],
    score: 0.9,
  };
  const analysis = {
    pipelineVersion: 'v',
    widthPx: 1600,
    heightPx: 1200,
    faces: [],
    timings: { decode: 1, detect: 1, align: 1, embed: 1, total: 4 },
  };
  const asked = { path: 'p', detector: 'd', recogniser: 'r', minConfidence: 0.6, minSizeRatio: 0.02 };

  it('is not decoded where no face needs it', async () => {
    const withCrops = vi.fn(async () => undefined);
    const run = vi.fn(async () => ({ analysis, small: [] }));
    await analyseRenditionAndCrops({ run } as never, {
      ...asked,
      original: { widthPx: 4000, heightPx: 3000, withCrops },
    });
    expect(withCrops).not.toHaveBeenCalled();
    expect(run).toHaveBeenCalledOnce();
  });

  it('does not hide a failure of the engine', async () => {
    const run = vi.fn(async ({ kind }: { kind: string }) => {
      if (kind === 'crops') throw new Error('the worker died');
      return { analysis, small: [face] };
    });
    const file = { path: 'c', widthPx: 4000, heightPx: 3000, crops: [] };
    const withCrops: Original['withCrops'] = (_, read) => read(file);
    const original = { widthPx: 4000, heightPx: 3000, withCrops };
    await expect(analyseRenditionAndCrops({ run } as never, { ...asked, original })).rejects.toThrow(
      'the worker died',
    );
  });
});
