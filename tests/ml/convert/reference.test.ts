/** Adapted and converted models against the reference graphs that lie beside the project. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createModel, loadModel } from '#ml/models/inference-session.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';
import { obtainModel } from '#ml/models/obtain-model.ts';
import { SAMPLES, samplePath, squareCrop } from '../golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, NPM_MODELS, sharedDir } from '../support.ts';

const reports = await modelsReady(NPM_MODELS);
const manifest = await readManifest();
const CHIP_PX = 112;
const patience = { connectMs: 300, totalMs: 2000, packageMs: 2000 };

/** The model in use and the reference, which names its outputs alike. */
async function bothOf(id: string, reference: string) {
  const entry = getModel(manifest, id);
  const file = path.join(sharedDir!, 'models/reference', reference);
  return [
    await loadModel(entry, modelsDir),
    await createModel({ ...entry, adapt: undefined }, await readFile(file)),
  ] as const;
}

const largestDifference = (a: Float32Array, b: Float32Array) => {
  expect(a).toHaveLength(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
};

/** Squares of the sample photos, one after another: any pixels do, these have natural statistics. */
const chips = Buffer.concat(
  await Promise.all(
    SAMPLES.map((index) => squareCrop(samplePath(index), { left: 100, top: 50, side: 200 }, CHIP_PX)),
  ),
);

describe.skipIf(!sharedDir)('against the reference graphs', () => {
  it.each([['mobilefacenet', 'mobilefacenet_foamliu_u8.onnx', 1e-5]])(
    '%s answers the same, alone and in a batch',
    async (id, file, tolerance) => {
      if (!isPresent(reports, id)) return;
      const [model, reference] = await bothOf(id, file);
      const [output] = model.entry.outputs as [string];
      for (const count of [1, SAMPLES.length]) {
        const input = chips.subarray(0, count * 3 * CHIP_PX * CHIP_PX);
        const dims = [count, CHIP_PX, CHIP_PX, 3];
        const ours = (await model.run(input, dims))[output]!;
        expect(ours).toHaveLength(count * model.entry.embedding!);
        expect(largestDifference(ours, (await reference.run(input, dims))[output]!)).toBeLessThan(tolerance);
      }
    },
  );

  it('edgeface_xs, made from its published file, answers the same', async () => {
    const entry = getModel(manifest, 'edgeface_xs');
    const { bytes, from } = await obtainModel(entry, path.join(sharedDir!, 'models'), patience, async () => {
      throw new Error('it comes from no package');
    });
    expect(from).toBe('MODELS_SOURCE');
    const model = await createModel(entry, bytes!);
    const file = path.join(sharedDir!, 'models/reference/edgeface_xs_q_u8.onnx');
    const reference = await createModel(entry, await readFile(file));
    const dims = [SAMPLES.length, CHIP_PX, CHIP_PX, 3];
    const { embedding: ours } = await model.run(chips, dims);
    const { embedding: theirs } = await reference.run(chips, dims);
    expect(ours).toHaveLength(SAMPLES.length * entry.embedding!);
    // Numbers up to 0.3; the order of additions differs.
    expect(largestDifference(ours!, theirs!)).toBeLessThan(1e-6);
  });

  it.skipIf(!isPresent(reports, 'ultraface'))('ultraface answers the same at any size', async () => {
    const [model, reference] = await bothOf('ultraface', 'ultraface_rfb320.onnx');
    for (const [width, height] of [
      [320, 240],
      [427, 640],
    ] as const) {
      const input = await sharp(samplePath(1))
        .resize(width, height, { fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer();
      const [ours, theirs] = [
        await model.run(input, [1, height, width, 3]),
        await reference.run(input, [1, height, width, 3]),
      ];
      for (const name of model.entry.outputs)
        expect(largestDifference(ours[name]!, theirs[name]!)).toBeLessThan(1e-6);
    }
  });
});
