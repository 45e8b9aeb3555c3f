/** The inputs that the recorded outputs belong to: the same bytes for the original nets and for ours. */
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';

export const packageDir = path.dirname(
  createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'),
);
/** Real photos that ship inside the npm package. */
export const samplePath = (index: number) => path.join(packageDir, 'demo', `sample${index}.jpg`);
export const SAMPLES = [1, 2, 3, 4, 5, 6] as const;

/** A square of the photo at the net's size. */
export async function squareCrop(
  file: string,
  square: { left: number; top: number; side: number },
  sizePx: number,
): Promise<Uint8Array> {
  const data = await sharp(file)
    .extract({ left: square.left, top: square.top, width: square.side, height: square.side })
    .resize(sizePx, sizePx)
    .removeAlpha()
    .raw()
    .toBuffer();
  return new Uint8Array(data);
}

/**
 * Eight sums of the values with pseudo-random signs and weights: enough to see any difference between two nets,
 * too little to be a face's embedding.
 */
export function project(values: ArrayLike<number>): number[] {
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647; // Park-Miller minimal standard generator
    return state / 2147483647 - 0.5;
  };
  return Array.from({ length: 8 }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * next();
    return sum;
  });
}
