/** Embeddings of chips by the recogniser in force, in batches. */
import type { Model } from '../models/inference-session.ts';
import { normaliseScatter } from '../normalisation/scatter-normalisation.ts';
import { embedding } from '../parameters/embedding.ts';
import { CHIP_PX, type Views } from './align.ts';

/**
 * One vector for each face, in order: the mean over its views times the model's scale, its direction normalised by the scatter
 * within people where the model has such figures, its length as it is. A model with a fixed batch of one gets them one by one.
 */
export async function embed(model: Model, faces: readonly Views[]): Promise<Float32Array[]> {
  const { embedding: length = 0, scale = 1, input: expected } = model.entry;
  const bytes = 3 * CHIP_PX * CHIP_PX;
  const batch = expected.shape[0] === 1 ? 1 : (model.entry.batch ?? embedding.batch.value);
  const vectors = faces.map(() => new Float32Array(length));
  const chips = faces.flatMap((views, face) =>
    views.map((chip) => ({ chip, face, share: scale / views.length })),
  );
  for (let start = 0; start < chips.length; start += batch) {
    const part = chips.slice(start, start + batch);
    const input = new Uint8Array(part.length * bytes);
    part.forEach(({ chip }, i) => {
      input.set(chip, i * bytes);
    });
    const outputs = await model.run(input, [part.length, CHIP_PX, CHIP_PX, 3]);
    const raw = outputs[model.entry.outputs[0]!]!;
    part.forEach(({ face, share }, i) => {
      const vector = vectors[face]!;
      for (let k = 0; k < length; k++) vector[k]! += raw[i * length + k]! * share;
    });
  }
  const { scatter } = model;
  return scatter ? vectors.map((vector) => normaliseScatter(scatter, vector)) : vectors;
}
