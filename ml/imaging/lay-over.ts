import { sameShot } from '../parameters/same-shot.ts';
import { between, flatten, type Grey, reduce } from './grey.ts';

/**
 * Finds how one picture lies in another, of which it is a crop, turned, or both: by normalised correlation of small grey pictures, first
 * at every place, then closer where it was best.
 */

export /** How a part lies in the whole: from its middle, in longer sides of the whole; turned by quarters and an angle (radians). */
interface Pose {
  quarters: number;
  angle: number;
  scale: number;
  x: number;
  y: number;
}

export interface Levels {
  coarse: Grey;
  middle: Grey;
  fine: Grey;
}
type Level = keyof Levels;

/** Longer side in pixels. */
const SIDES = { coarse: 64, middle: 160 } as const;
/** Of the surroundings whose light is taken out, in pixels. */
const SURROUNDINGS = { coarse: 4, middle: 6, fine: 8 } as const;
/** How many points are compared along the longer side. */
const GRID = { search: 14, coarse: 22, middle: 40, fine: 72 } as const;

export const levelsOf = (fine: Grey): Levels => ({
  fine,
  middle: reduce(fine, SIDES.middle),
  coarse: reduce(fine, SIDES.coarse),
});

const sizeOf = ({ width, height }: Grey) => ({
  width: width / Math.max(width, height),
  height: height / Math.max(width, height),
});

/** Undefined where the one has no place in the other: their shapes differ too much. */
export function findPose(whole: Levels, part: Levels): { pose: Pose; likeness: number } | undefined {
  const flat = (level: Level): [Grey, Grey] => [
    flatten(whole[level], SURROUNDINGS[level]),
    flatten(part[level], SURROUNDINGS[level]),
  ];
  const likenessAt = (level: Level) => {
    const [a, b] = flat(level);
    const samples = samplesOf(b, GRID[level]);
    return (pose: Pose) => likeness(a, samples, pose);
  };
  const [a, b] = flat('coarse');
  const few = samplesOf(b, GRID.search);
  const tried = posesOf(a, b).map((pose) => ({ pose, likeness: likeness(a, few, pose, true) }));
  const candidates: typeof tried = [];
  for (const each of tried.sort((one, other) => other.likeness - one.likeness)) {
    if (candidates.length === CANDIDATES) break;
    if (!candidates.some(({ pose }) => isNear(pose, each.pose))) candidates.push(each);
  }
  const coarse = likenessAt('coarse');
  const [best] = candidates
    .map(({ pose }) => climb(coarse, pose, 0.5 / SIDES.coarse))
    .sort((one, other) => other.likeness - one.likeness);
  if (!best) return;
  const closer = climb(likenessAt('middle'), best.pose, 1 / SIDES.middle);
  const fineSide = Math.max(whole.fine.width, whole.fine.height);
  return climb(likenessAt('fine'), closer.pose, 1 / fineSide);
}

const CANDIDATES = 10;
const ANGLES = [0, -2, 2, -4, 4, -6, 6].map((degrees) => (degrees * Math.PI) / 180);
const SCALE_STEP = 1.04;
/** How far the part may lie beyond the whole, in longer sides of it. */
const BEYOND = 0.015;

const isNear = (a: Pose, b: Pose) =>
  a.quarters === b.quarters &&
  Math.abs(a.angle - b.angle) < 0.04 &&
  Math.abs(Math.log(a.scale / b.scale)) < 0.06 &&
  Math.hypot(a.x - b.x, a.y - b.y) < 0.05;

function posesOf(whole: Grey, part: Grey): Pose[] {
  const around = sizeOf(whole);
  const own = sizeOf(part);
  const poses: Pose[] = [];
  const step = 1.3 / SIDES.coarse;
  for (const quarters of [0, 1, 2, 3]) {
    const [width, height] = quarters % 2 ? [own.height, own.width] : [own.width, own.height];
    const largest = Math.min(around.width / width, around.height / height) * (1 + BEYOND);
    const least = Math.max(around.width / width, around.height / height) * sameShot.minShare.value;
    for (let scale = largest; scale >= least / SCALE_STEP; scale /= SCALE_STEP) {
      const xs = places((around.width - scale * width) / 2 + BEYOND, step);
      const ys = places((around.height - scale * height) / 2 + BEYOND, step);
      for (const angle of ANGLES)
        for (const x of xs) for (const y of ys) poses.push({ quarters, angle, scale, x, y });
    }
  }
  return poses;
}

function places(slack: number, step: number): number[] {
  const each = Math.floor(Math.max(0, slack) / step);
  return Array.from({ length: 2 * each + 1 }, (_, i) => (i - each) * step);
}

/** Points of the part, about so many to its longer side, from its middle in units of that side, and their values. */
interface Samples {
  x: Float32Array;
  y: Float32Array;
  value: Float32Array;
}

function samplesOf(part: Grey, grid: number): Samples {
  const longer = Math.max(part.width, part.height);
  const columns = Math.max(2, Math.round((grid * part.width) / longer));
  const rows = Math.max(2, Math.round((grid * part.height) / longer));
  const at: [number, number, number][] = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const x = Math.floor(((column + 0.5) * part.width) / columns);
      const y = Math.floor(((row + 0.5) * part.height) / rows);
      at.push([
        (x + 0.5 - part.width / 2) / longer,
        (y + 0.5 - part.height / 2) / longer,
        part.data[y * part.width + x]!,
      ]);
    }
  return {
    x: Float32Array.from(at, ([x]) => x),
    y: Float32Array.from(at, ([, y]) => y),
    value: Float32Array.from(at, ([, , value]) => value),
  };
}

/** From units of the part, from its middle, to pixels of the whole. */
export function matrixOf(whole: Grey, { quarters, angle, scale, x, y }: Pose) {
  const longer = Math.max(whole.width, whole.height);
  const turn = angle + (quarters * Math.PI) / 2;
  const cos = Math.cos(turn) * scale * longer;
  const sin = Math.sin(turn) * scale * longer;
  return { cos, sin, left: x * longer + whole.width / 2 - 0.5, top: y * longer + whole.height / 2 - 0.5 };
}

/** Normalised correlation, of the points that lie in the whole. */
function likeness(whole: Grey, samples: Samples, pose: Pose, isRough = false): number {
  const { cos, sin, left, top } = matrixOf(whole, pose);
  const { data, width, height } = whole;
  let n = 0;
  let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
  for (let i = 0; i < samples.value.length; i += 1) {
    const px = samples.x[i]!;
    const py = samples.y[i]!;
    const x = cos * px - sin * py + left;
    const y = sin * px + cos * py + top;
    if (x < 0 || y < 0 || x > width - 1 || y > height - 1) continue;
    // Not a function that is passed: engines do not inline that.
    const a = isRough ? data[((y + 0.5) | 0) * width + ((x + 0.5) | 0)]! : between(data, width, height, x, y);
    const b = samples.value[i]!;
    n += 1;
    sa += a;
    sb += b;
    saa += a * a;
    sbb += b * b;
    sab += a * b;
  }
  if (n < samples.value.length * 0.8) return -1;
  return (n * sab - sa * sb) / Math.sqrt(Math.max(1e-9, (n * saa - sa * sa) * (n * sbb - sb * sb)));
}

/** Moves, turns and scales while that makes it better, by steps that halve. @param step in longer sides of the whole */
function climb(
  likenessOf: (pose: Pose) => number,
  start: Pose,
  step: number,
): { pose: Pose; likeness: number } {
  let best = { pose: start, likeness: likenessOf(start) };
  for (let size = 2 * step; size > step / 12; size /= 2) {
    for (let tries = 0; tries < 12; tries += 1) {
      const from = best;
      for (const [x, y, turn, grow] of MOVES) {
        const pose = {
          ...from.pose,
          x: from.pose.x + x * size,
          y: from.pose.y + y * size,
          angle: from.pose.angle + turn * size * 2,
          scale: from.pose.scale * (1 + grow * size * 2),
        };
        const found = likenessOf(pose);
        if (found > best.likeness) best = { pose, likeness: found };
      }
      if (best === from) break;
    }
  }
  return best;
}
const MOVES: [number, number, number, number][] = [
  [1, 0, 0, 0],
  [-1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, -1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, -1, 0],
  [0, 0, 0, 1],
  [0, 0, 0, -1],
  [1, 1, 0, 0],
  [-1, -1, 0, 0],
  [1, -1, 0, 0],
  [-1, 1, 0, 0],
];
