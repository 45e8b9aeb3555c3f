import { type SimilarityTransform, scaleOf } from '../math/similarity-transform.ts';
import { alignment } from '../parameters/alignment.ts';
import type { RgbImage } from './image.ts';

/**
 * Draws a square chip of `sizePx` into `out` (RGB rows): `toImage` says where in the image each chip pixel lies.
 * Bilinear; where the chip is smaller than its source, the mean of k x k pixels stands in for the low-pass filter
 * without which large faces alias. Beyond the rim the nearest pixel goes on: black there cost 2.3 points of TAR at
 * FAR 0.1 % on faces cut by the rim. Images are at least 2 x 2.
 */
export function warp(image: RgbImage, toImage: SimilarityTransform, sizePx: number, out: Uint8Array): void {
  const k = Math.max(1, Math.min(alignment.maxSupersampling.value, Math.round(scaleOf(toImage))));
  if (k === 1) interpolate(image, toImage, sizePx, out);
  else average(image, toImage, sizePx, sampleOffsets(toImage, k), out);
}

function interpolate(
  { data, widthPx, heightPx }: RgbImage,
  { a, b, tx, ty }: SimilarityTransform,
  sizePx: number,
  out: Uint8Array,
): void {
  const stride = 3 * widthPx;
  const [lastX, lastY] = [widthPx - 2, heightPx - 2];
  for (let v = 0, o = 0; v < sizePx; v++)
    for (let u = 0; u < sizePx; u++, o += 3) {
      let x = a * u - b * v + tx;
      let y = b * u + a * v + ty;
      x = x < 0 ? 0 : x > lastX + 1 ? lastX + 1 : x;
      y = y < 0 ? 0 : y > lastY + 1 ? lastY + 1 : y;
      const x0 = x > lastX ? lastX : x | 0;
      const y0 = y > lastY ? lastY : y | 0;
      const dx = x - x0;
      const dy = y - y0;
      const w11 = dx * dy;
      const w10 = dx - w11;
      const w01 = dy - w11;
      const w00 = 1 - dx - w01;
      const p = y0 * stride + 3 * x0;
      const q = p + stride;
      out[o] = w00 * data[p]! + w10 * data[p + 3]! + w01 * data[q]! + w11 * data[q + 3]! + 0.5;
      out[o + 1] = w00 * data[p + 1]! + w10 * data[p + 4]! + w01 * data[q + 1]! + w11 * data[q + 4]! + 0.5;
      out[o + 2] = w00 * data[p + 2]! + w10 * data[p + 5]! + w01 * data[q + 2]! + w11 * data[q + 5]! + 0.5;
    }
}

/** The nearest pixel is enough for each of several samples: a third of the time of interpolating them all. */
function average(
  { data, widthPx, heightPx }: RgbImage,
  { a, b, tx, ty }: SimilarityTransform,
  sizePx: number,
  samples: Float64Array,
  out: Uint8Array,
): void {
  const [lastX, lastY] = [widthPx - 1, heightPx - 1];
  const count = samples.length / 2;
  const rounding = count / 2;
  for (let v = 0, o = 0; v < sizePx; v++)
    for (let u = 0; u < sizePx; u++, o += 3) {
      const px = a * u - b * v + tx + 0.5;
      const py = b * u + a * v + ty + 0.5;
      let red = rounding;
      let green = rounding;
      let blue = rounding;
      for (let s = 0; s < 2 * count; s += 2) {
        const x = px + samples[s]!;
        const y = py + samples[s + 1]!;
        const column = x < 0 ? 0 : x > lastX ? lastX : x | 0;
        const row = y < 0 ? 0 : y > lastY ? lastY : y | 0;
        const p = 3 * (row * widthPx + column);
        red += data[p]!;
        green += data[p + 1]!;
        blue += data[p + 2]!;
      }
      out[o] = red / count;
      out[o + 1] = green / count;
      out[o + 2] = blue / count;
    }
}

/** Where the k x k samples of a chip pixel lie in the image, x and y from its middle. */
function sampleOffsets({ a, b }: SimilarityTransform, k: number): Float64Array {
  const offsets = new Float64Array(2 * k * k);
  for (let j = 0, s = 0; j < k; j++)
    for (let i = 0; i < k; i++) {
      const du = (i + 0.5) / k - 0.5;
      const dv = (j + 0.5) / k - 0.5;
      offsets[s++] = a * du - b * dv;
      offsets[s++] = b * du + a * dv;
    }
  return offsets;
}

/** Mirrors a chip left to right into `out`. */
export function mirror(chip: Uint8Array, sizePx: number, out: Uint8Array): void {
  for (let v = 0; v < sizePx; v++)
    for (let u = 0; u < sizePx; u++) {
      const from = 3 * (v * sizePx + u);
      const to = 3 * (v * sizePx + sizePx - 1 - u);
      out[to] = chip[from]!;
      out[to + 1] = chip[from + 1]!;
      out[to + 2] = chip[from + 2]!;
    }
}
