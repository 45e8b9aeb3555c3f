/** Station 5: chips become numbers. */
import { embedding } from '../parameters.ts';
import type { Model } from '../sessions/session.ts';
import { CHIP_PX } from './align.ts';
import { mirror } from './warp.ts';

/**
 * One raw vector for each chip, in order: the mean over the chip and its mirror image. A model with a fixed batch
 * of one gets its chips one by one.
 */
export async function embed(model: Model, chips: readonly Uint8Array[]): Promise<Float32Array[]> {
  const sizePx = CHIP_PX[model.entry.chip!];
  const length = model.entry.embedding!;
  const bytes = 3 * sizePx * sizePx;
  const views = embedding.mirror.value ? 2 : 1;
  const batch = model.entry.input.shape[0] === 1 ? 1 : embedding.batch.value;
  const vectors = chips.map(() => new Float32Array(length));
  const total = views * chips.length;
  for (let start = 0; start < total; start += batch) {
    const count = Math.min(batch, total - start);
    const input = new Uint8Array(count * bytes);
    for (let i = 0; i < count; i++) {
      const chip = chips[Math.floor((start + i) / views)]!;
      const slot = input.subarray(i * bytes, (i + 1) * bytes);
      if ((start + i) % views === 0) slot.set(chip);
      else mirror(chip, sizePx, slot);
    }
    const outputs = await model.run(input, [count, sizePx, sizePx, 3]);
    const raw = outputs[model.entry.outputs[0]!]!;
    for (let i = 0; i < count; i++) {
      const vector = vectors[Math.floor((start + i) / views)]!;
      for (let k = 0; k < length; k++) vector[k]! += raw[i * length + k]! / views;
    }
  }
  return vectors;
}
