/**
 * All pairs of points within a distance, without a table of all distances. Turned onto their principal axes, most
 * pairs are ruled out by their first 32 of 128 numbers, and no pair is missed. Where the caller multiplies matrices
 * (products.ts), products rule out nearly all others; they round otherwise on every processor, so what they leave is
 * compared as without them, and the pairs are the same.
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
export const ROUNDING = 1e-5;
/** Numbers compared before a pair that is too far already is left; rows are padded to a multiple of it. */
export const STEP = 32;
/** 256 kB at 128 numbers a row. */
export const TILE_ROWS = 512;
/** Rows that are multiplied with those of a tile at a time: 2 MB of products. */
const BLOCK_ROWS = 1024;
/**
 * By how much the distance of a product may be off, relative to the longest point: single precision is within 6e-8 times the
 * numbers of a row, whatever the order of its sum.
 */
const PRODUCT_ROUNDING = 1e-3;

/** Wanted are the pairs of a row x and another y, each `width` numbers, with x.y + added(y) >= least(x). */
export interface WantedPairs {
  rows: Float32Array;
  others: Float32Array;
  added: Float32Array;
  least: Float32Array;
  width: number;
}

/** First the positions of the rows, then those of the others; ordered by row and then by the other. */
export type FoundPairs = Float32Array;

/**
 * Work that asks for pairs with `yield` and does without them where the answer is undefined, so that it can be done by
 * callers that wait for a library and by those that cannot.
 */
export type Work<Result> = Generator<WantedPairs, Result, FoundPairs | undefined>;

/** Does work without products. */
export function withoutProducts<Result>(work: Work<Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Wanted are pairs i, j whose squared distance is at most `most` less `added[i]` and `added[j]`. */
export interface OwnReach {
  most: number;
  added: Float64Array;
}

/**
 * Calls `found(i, j, squaredDistance)` once for each pair i != j with |x_i - x_j|2 <= squaredRadius, in no
 * particular order but always the same one. The distance is rounded, and may exceed the radius by a hair.
 * @param reach leaves out other pairs, and those that are found keep their order
 */
export function* forEachPairWithin(
  points: Points,
  squaredRadius: number,
  found: (i: number, j: number, squared: number) => void,
  reach?: OwnReach,
): Work<void> {
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
  const most = longest(points);
  const limit = squaredRadius + ROUNDING * most;
  const radius = Math.sqrt(limit);
  const ends = new Int32Array(count);
  for (let i = 0, end = 0; i < count; i++) {
    const reach = rows[i * width]! + radius;
    while (end < count && rows[end * width]! <= reach) end++;
    ends[i] = end;
  }
  // |x - y|2 <= limit where x.y - |y|2 / 2 >= (|x|2 - limit) / 2; what each adds stands beside its square.
  const added = negativeHalfSquares(rows, count, width);
  const halfLimit = ((reach ? reach.most : limit) + PRODUCT_ROUNDING * most) / 2;
  if (reach) for (let i = 0; i < count; i++) added[i]! -= reach.added[order[i]!]! / 2;
  const least = added.map((half) => -half - halfLimit);
  const compare = (i: number, j: number) => {
    const own = reach ? reach.most - reach.added[order[i]!]! - reach.added[order[j]!]! : limit;
    const nearest = Math.min(limit, own);
    const squared = squaredDistance(rows, rows, i * width, j * width, width, nearest);
    if (squared <= nearest) found(order[i]!, order[j]!, squared);
  };
  // A function, because loops of a generator are optimised late.
  const compareAll = (from: number, to: number, first: number, last: number) => {
    for (let i = from; i < to; i++) {
      const end = Math.min(ends[i]!, last);
      for (let j = Math.max(i + 1, first); j < end; j++) compare(i, j);
    }
  };
  // Tile by tile, so that the many rows each row is compared with come from the processor's own cache.
  for (let tile = 0; tile < count; tile += TILE_ROWS) {
    const tileEnd = Math.min(tile + TILE_ROWS, count);
    for (let block = 0; block < tileEnd; block += BLOCK_ROWS) {
      const blockEnd = Math.min(block + BLOCK_ROWS, tileEnd);
      if (ends[blockEnd - 1]! <= tile) continue;
      const pairs =
        count < clustering.productsFrom.value
          ? undefined
          : yield {
              rows: rows.subarray(block * width, blockEnd * width),
              others: rows.subarray(tile * width, tileEnd * width),
              added: added.subarray(tile, tileEnd),
              least: least.subarray(block, blockEnd),
              width,
            };
      if (pairs)
        for (let k = 0, half = pairs.length / 2; k < half; k++) {
          const i = block + pairs[k]!;
          const j = tile + pairs[half + k]!;
          if (i < j && j < ends[i]!) compare(i, j);
        }
      else compareAll(block, blockEnd, tile, tileEnd);
    }
  }
}

function negativeHalfSquares(rows: Float32Array, count: number, width: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    let square = 0;
    for (let k = i * width; k < (i + 1) * width; k++) square += rows[k]! * rows[k]!;
    return -square / 2;
  });
}

/** Squared distance of the rows that begin at `a` and `b`; any number above the limit where it is above the limit. */
export function squaredDistance(
  x: Float32Array,
  y: Float32Array,
  a: number,
  b: number,
  width: number,
  limit: number,
): number {
  let sum = 0;
  for (let step = 0; step < width && sum <= limit; step += STEP)
    for (let k = step; k < step + STEP; k += 4) {
      const d0 = x[a + k]! - y[b + k]!;
      const d1 = x[a + k + 1]! - y[b + k + 1]!;
      const d2 = x[a + k + 2]! - y[b + k + 2]!;
      const d3 = x[a + k + 3]! - y[b + k + 3]!;
      sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
    }
  return sum;
}

export function squaredLength(row: Float32Array): number {
  let square = 0;
  for (let k = 0; k < row.length; k++) square += row[k]! * row[k]!;
  return square;
}

function longest({ rows, count, dimensions }: Points): number {
  let most = 0;
  for (let i = 0; i < count; i++)
    most = Math.max(most, squaredLength(rows.subarray(i * dimensions, (i + 1) * dimensions)));
  return most;
}

function turn({ rows, count, dimensions }: Points): Float32Array {
  if (count < clustering.principalAxesFrom.value) return rows;
  const axes = principalAxes(rows, count, dimensions);
  const turned = new Float32Array(rows.length);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < dimensions; axis += 4)
      turnFour(rows, axes, turned, i * dimensions, axis, dimensions);
  return turned;
}

/** One row onto four axes at a time, because one sum alone waits for each of its additions. */
function turnFour(
  rows: Float32Array,
  axes: Float64Array,
  turned: Float32Array,
  row: number,
  axis: number,
  dimensions: number,
): void {
  // Past the last axis the last one comes again.
  const last = dimensions - 1;
  const p = axis * dimensions;
  const q = Math.min(axis + 1, last) * dimensions;
  const r = Math.min(axis + 2, last) * dimensions;
  const s = Math.min(axis + 3, last) * dimensions;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < dimensions; k++) {
    const value = rows[row + k]!;
    a += value * axes[p + k]!;
    b += value * axes[q + k]!;
    c += value * axes[r + k]!;
    d += value * axes[s + k]!;
  }
  turned[row + axis] = a;
  turned[row + Math.min(axis + 1, last)] = b;
  turned[row + Math.min(axis + 2, last)] = c;
  turned[row + Math.min(axis + 3, last)] = d;
}
