/**
 * Grades a face by score, size, blur and yaw: `core` faces start a new person, `weak` ones
 * only join one, `ignore`d ones do neither.
 */
import { grading } from '../parameters/grading.ts';
import type { Grade } from '../types.ts';

/** What the grade depends on. */
export interface Quality {
  score: number;
  sizePx: number;
  blur: number;
  yaw: number;
}

const DEGREES = 180 / Math.PI;

/**
 * Turn of the head to the side in degrees, from five points (x,y in one unit): seen from above, the nose tip
 * leaves the middle of the eyes by depth x sin(yaw) while the eyes' distance shrinks with cos(yaw).
 */
export function estimateYaw(points: readonly number[]): number {
  const [rx = 0, ry = 0, lx = 0, ly = 0, nx = 0, ny = 0] = points;
  const ex = lx - rx;
  const ey = ly - ry;
  const square = ex * ex + ey * ey;
  if (!(square > 0)) return 90;
  // Along the line of the eyes, so that a tilted head is not taken for a turned one.
  const along = ((nx - (lx + rx) / 2) * ex + (ny - (ly + ry) / 2) * ey) / square;
  return Math.atan(along / grading.noseDepth.value) * DEGREES;
}

/**
 * Sharpness lost, 0..1, from the chip (RGB rows): mean absolute Laplacian of its brightness against the contrast
 * that is there, so that a dark or flat-lit face does not count as blurred.
 */
export function estimateBlur(chip: Uint8Array, sizePx: number): number {
  const grey = new Float32Array(sizePx * sizePx);
  for (let i = 0; i < grey.length; i++)
    grey[i] = 0.299 * chip[3 * i]! + 0.587 * chip[3 * i + 1]! + 0.114 * chip[3 * i + 2]!; // ITU-R BT.601
  const margin = Math.round(sizePx * grading.blurMargin.value);
  let edges = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let v = margin; v < sizePx - margin; v++)
    for (let u = margin; u < sizePx - margin; u++) {
      const i = v * sizePx + u;
      const here = grey[i]!;
      edges += Math.abs(4 * here - grey[i - 1]! - grey[i + 1]! - grey[i - sizePx]! - grey[i + sizePx]!);
      sum += here;
      squares += here * here;
      count++;
    }
  const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  const detail = edges / count / Math.max(deviation, 1);
  return 1 - Math.min(1, detail / grading.crispDetail.value);
}

export function grade({ score, sizePx, blur, yaw }: Quality): Grade {
  if (sizePx < grading.ignoreBelowPx.value) return 'ignore';
  const core =
    sizePx >= grading.coreFromPx.value &&
    score >= grading.coreFromScore.value &&
    blur <= grading.coreToBlur.value &&
    Math.abs(yaw) <= grading.coreToYaw.value;
  return core ? 'core' : 'weak';
}
