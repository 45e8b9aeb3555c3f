/** @module-tag long */
import { beforeAll, describe, expect, it } from 'vitest';
import { convertModel } from '#ml/convert/convert.ts';
import { openPackage } from '#ml/convert/npm-package.ts';
import { createModel, loadModel, type Model } from '#ml/models/inference-session.ts';
import { findFault } from '#ml/models/model-checksum.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';
import { project, SAMPLES, samplePath, squareCrop } from '../golden/inputs.ts';
import golden from '../golden/original-nets.json' with { type: 'json' };
import { isPresent, modelsDir, modelsReady, NPM_MODELS } from '../support.ts';

const manifest = await readManifest();
const sface = getModel(manifest, 'sface');
const hasSface = isPresent(await modelsReady(['sface']), 'sface');
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

  it.skipIf(!hasSface)(
    'sface answers as the published net does, with less to compute',
    async () => {
      const published = manifest.packages.find(({ id }) => id.startsWith('maysstar'))!;
      const file = await (await openPackage(published, 120_000))('assets/models/sface.onnx');
      const { scatter: _, ...entry } = sface;
      const dims = [1, 112, 112, 3];
      const original = await createModel({ ...entry, adapt: { order: 'rgb', dims }, outputs: ['fc1'] }, file);
      const converted = await loadModel(sface, modelsDir);
      for (const sample of SAMPLES) {
        const chip = await squareCrop(samplePath(sample), { left: 100, top: 50, side: 200 }, 112);
        const { fc1 } = await original.run(chip, dims);
        const { embedding } = await converted.run(chip, dims);
        // Numbers up to 2; the order of additions differs.
        expect(apart(embedding!, fc1!)).toBeLessThan(1e-5);
      }
    },
    180_000,
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
