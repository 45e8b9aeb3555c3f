/** A picture in the picture, by the real models: a photo of somebody that also holds a small framed picture of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClusterFace, clusterFaces, createFaceEngine, type FaceEngine } from '#ml/index.ts';
import { analyseFile } from '#ml/scripts/make-large-rendition.ts';
import { samplePath } from '../golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, NPM_MODELS } from '../support.ts';

const reports = await modelsReady(NPM_MODELS);
const [detector, recogniser] = ['yunet', 'mobilefacenet'];
const isThere = [detector, recogniser].every((id) => isPresent(reports, id));
/** Pixels of the sample: a square around one head, and the head alone. */
const SQUARE = { left: 872, top: 44, width: 640, height: 640 };
const HEAD = { left: 1040, top: 150, width: 300, height: 440 };
const SIDE = 1200;

describe.skipIf(!isThere)('a person with a framed picture of them', () => {
  let engine: FaceEngine;
  let folder: string;
  let plain: string;

  beforeAll(async () => {
    engine = await createFaceEngine({ modelsDir, workers: 1 });
    folder = await mkdtemp(path.join(os.tmpdir(), 'clublens-framed-'));
    plain = await draw('plain.jpg');
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  /** The person, with the framed picture where `at` says. */
  async function draw(name: string, at?: { left: number; top: number }): Promise<string> {
    const file = path.join(folder, name);
    const picture = sharp(await sharp(samplePath(3)).extract(SQUARE).resize(SIDE, SIDE).toBuffer());
    if (at) {
      const frame = { top: 4, bottom: 4, left: 4, right: 4, background: '#fff' };
      const framed = await sharp(samplePath(3)).extract(HEAD).resize(140, 205).extend(frame).toBuffer();
      picture.composite([{ input: framed, ...at }]);
    }
    await picture.jpeg({ quality: 95 }).toFile(file);
    return file;
  }

  /** How many faces each photo has, and the persons as lists of their photos. */
  async function group(...files: string[]) {
    const faces: ClusterFace[] = [];
    for (const file of files) {
      const found = (await analyseFile(engine, file, { detector, recogniser })).faces;
      found
        .toSorted((a, b) => b.sizePx - a.sizePx)
        .forEach((face, i) => {
          const id = `${path.basename(file, '.jpg')} ${i + 1}`;
          faces.push({ ...face, id, photoId: file, personId: null, manual: false });
        });
    }
    const calibration = engine.calibration(recogniser);
    const plan = clusterFaces({
      faces,
      decisions: [],
      parameters: {
        metric: 'cosine',
        threshold: engine.defaultThreshold(recogniser, 'cosine'),
        mode: 'extend',
        ...(calibration ? { calibration } : {}),
      },
    });
    return {
      faces: faces.map(({ id, grade }) => `${id} ${grade}`),
      persons: plan.groups.map(({ faceIds }) => faceIds),
      lookAlikes: plan.lookAlikes.length,
    };
  }

  it('within their face is one person, and the framed face nobody', async () => {
    const held = await draw('held.jpg', { left: 526, top: 700 });
    expect(await group(plain, held)).toEqual({
      faces: ['plain 1 core', 'held 1 core', 'held 2 core'],
      persons: [['held 1', 'plain 1']],
      lookAlikes: 0,
    });
  }, 60_000);

  it('beside their face is another, as a sibling in the background would be', async () => {
    const beside = await draw('beside.jpg', { left: 40, top: 40 });
    // The third picture lies between two who are surely two, so it joins neither.
    expect(await group(plain, beside)).toEqual({
      faces: ['plain 1 core', 'beside 1 core', 'beside 2 core'],
      persons: [['beside 1'], ['beside 2'], ['plain 1']],
      lookAlikes: 1,
    });
  }, 60_000);
});
