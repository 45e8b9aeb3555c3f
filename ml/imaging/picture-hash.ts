import { createHash } from 'node:crypto';
import type { RawPixels } from './assign-colour-profile.ts';

/** Longer side, in pixels, of the picture that is hashed. */
export const PICTURE_HASH_SIDE = 64;
const COLOURS = 3;

/**
 * SHA-256, hex, of upright sRGB pixels, reduced to the means of equal cells: the same for the same pixels, whatever metadata the file
 * has. Another encoding of the picture has another hash.
 * @param full the size of the picture before it was reduced
 */
export function pictureHash(
  { data, width, height, channels }: RawPixels,
  full: { width: number; height: number },
): string {
  const scale = Math.min(1, PICTURE_HASH_SIDE / Math.max(width, height));
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  const sums = new Float64Array(COLOURS * columns * rows);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0, at = 0; y < height; y += 1) {
    const first = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1, at += channels) {
      const cell = first + Math.floor((x * columns) / width);
      for (let colour = 0; colour < COLOURS; colour += 1)
        sums[COLOURS * cell + colour]! += data[at + Math.min(colour, channels - 1)]!;
      counts[cell]! += 1;
    }
  }
  const means = Uint8Array.from(sums, (sum, i) => Math.round(sum / counts[Math.floor(i / COLOURS)]!));
  return createHash('sha256').update(`${full.width} ${full.height} `).update(means).digest('hex');
}
