/** Adapted and converted models against the reference graphs that lie beside the project. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { getModel, readManifest } from '#ml/sessions/manifest.ts';
import { createModel, loadModel } from '#ml/sessions/session.ts';
import { SAMPLES, samplePath, squareCrop } from '../golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, sharedDir } from '../support.ts';

const reports = await modelsReady();
const manifest = await readManifest();
const CHIP_PX = 112;

/** Squares of the sample photos, one after another: any pixels do, these have natural statistics. */
const chips = Buffer.concat(
  await Promise.all(
    SAMPLES.map((index) => squareCrop(samplePath(index), { left: 100, top: 50, side: 200 }, CHIP_PX)),
  ),
);

describe.skipIf(!sharedDir)('against the reference graphs', () => {
  it.skipIf(!isPresent(reports, 'mobilefacenet'))(
    'mobilefacenet answers the same, alone and in a batch',
    async () => {
      const entry = getModel(manifest, 'mobilefacenet');
      const model = await loadModel(entry, modelsDir);
      const file = path.join(sharedDir!, 'models/reference/mobilefacenet_foamliu_u8.onnx');
      const reference = await createModel({ ...entry, adapt: undefined }, await readFile(file));
      for (const count of [1, SAMPLES.length]) {
        const input = chips.subarray(0, count * 3 * CHIP_PX * CHIP_PX);
        const dims = [count, CHIP_PX, CHIP_PX, 3];
        const { output0: ours } = await model.run(input, dims);
        const { output0: theirs } = await reference.run(input, dims);
        expect(ours).toHaveLength(count * entry.embedding!);
        expect(Math.max(...ours!.map((value, i) => Math.abs(value - theirs![i]!)))).toBeLessThan(1e-5);
      }
    },
  );
});
