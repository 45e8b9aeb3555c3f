/**
 * All pairs of points within a distance, without a table of all distances. Turned onto their principal axes, most
 * pairs are ruled out by their first 32 of 128 numbers, and no pair is missed.
 */
import { clustering } from '../../parameters/clustering-tuning.ts';
import { principalAxes } from './principal-axes.ts';

/** Points one after another, `dimensions` numbers each. */
export interface Points {
  rows: Float32Array;
  count: number;
  dimensions: number;
}

/** Added to the distance, relative to the longest point: rotation to the principal axes and sums in single precision round. */
const ROUNDING = 1e-5;
/** Numbers compared before a pair that is too far already is left; rows are padded to a multiple of it. */
const STEP = 32;
/** 256 kB at 128 numbers a row. */
const TILE_ROWS = 512;

/**
 * Calls `found(i, j, squaredDistance)` once for each pair i != j with |x_i - x_j|2 <= squaredRadius, in no
 * particular order but always the same one. The distance is rounded, and may exceed the radius by a hair.
 */
export function forEachPairWithin(
  points: Points,
  squaredRadius: number,
  found: (i: number, j: number, squared: number) => void,
): void {
  const { count, dimensions } = points;
  if (count < 2 || dimensions === 0) return;
  const turned = turn(points);
  const width = Math.ceil(dimensions / STEP) * STEP;
  const rows = new Float32Array(count * width);
  // Sorted along the first axis, everything beyond the radius on it need not be looked at.
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => turned[a * dimensions]! - turned[b * dimensions]! || a - b,
  );
  order.forEach((from, to) => {
    rows.set(turned.subarray(from * dimensions, (from + 1) * dimensions), to * width);
  });
  const limit = squaredRadius + ROUNDING * longest(points);
  const radius = Math.sqrt(limit);
  const ends = new Int32Array(count);
  for (let i = 0, end = 0; i < count; i++) {
    const reach = rows[i * width]! + radius;
    while (end < count && rows[end * width]! <= reach) end++;
    ends[i] = end;
  }
  // Tile by tile, so that the many rows each row is compared with come from the processor's own cache.
  for (let tile = 0; tile < count; tile += TILE_ROWS)
    for (let i = 0; i < Math.min(tile + TILE_ROWS, count); i++) {
      const to = Math.min(ends[i]!, tile + TILE_ROWS);
      for (let j = Math.max(i + 1, tile); j < to; j++) {
        const squared = squaredDistance(rows, i * width, j * width, width, limit);
        if (squared <= limit) found(order[i]!, order[j]!, squared);
      }
    }
}

/** Squared distance of the rows that begin at `a` and `b`; any number above the limit where it is above the limit. */
function squaredDistance(rows: Float32Array, a: number, b: number, width: number, limit: number): number {
  let sum = 0;
  for (let step = 0; step < width && sum <= limit; step += STEP)
    for (let k = step; k < step + STEP; k += 4) {
      const d0 = rows[a + k]! - rows[b + k]!;
      const d1 = rows[a + k + 1]! - rows[b + k + 1]!;
      const d2 = rows[a + k + 2]! - rows[b + k + 2]!;
      const d3 = rows[a + k + 3]! - rows[b + k + 3]!;
      sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
    }
  return sum;
}

function longest({ rows, count, dimensions }: Points): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    let square = 0;
    for (let k = i * dimensions; k < (i + 1) * dimensions; k++) square += rows[k]! * rows[k]!;
    most = Math.max(most, square);
  }
  return most;
}

function turn({ rows, count, dimensions }: Points): Float32Array {
  if (count < clustering.principalAxesFrom.value) return rows;
  const axes = principalAxes(rows, count, dimensions);
  const turned = new Float32Array(rows.length);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < dimensions; axis++) {
      let sum = 0;
      for (let k = 0; k < dimensions; k++) sum += rows[i * dimensions + k]! * axes[axis * dimensions + k]!;
      turned[i * dimensions + axis] = sum;
    }
  return turned;
}
