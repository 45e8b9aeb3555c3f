import sharp from 'sharp';
import { sameShot } from '../parameters/same-shot.ts';
import { between, blur, extremes, type Grey, readGrey, standardise } from './grey.ts';
import { findPose, levelsOf, matrixOf, type Pose } from './lay-over.ts';
import type { Placement, ShotComparison, ShotTask } from './types.ts';

/** Longer side, in pixels, of the pictures that are compared. */
const SIDE = 448;
/** Side of the parts, in pixels, of which each lies half over the next. */
const PART = 14;
/** Part of the pixels of a part that must be comparable. */
const ENOUGH = 0.6;
/** In levels of 50 around the mean of the picture: less than this is noise. */
const NOISE = 5;

/**
 * Whether two pictures are the same shot: one is the other but for light, a crop, a turn. They are laid over each other, then compared
 * part by part: in a neighbour of a burst the background fits as well, and somebody has moved.
 */
export async function compareShots({ before, after }: ShotTask): Promise<ShotComparison> {
  const [old, recent] = await readBoth(before, after);
  const inOld = findPose(old, recent);
  const isFound = inOld !== undefined && inOld.likeness >= sameShot.foundLikeness.value;
  const inRecent = isFound ? undefined : findPose(recent, old);
  if (!inOld && !inRecent) return { isSame: false, distance: 1, placement: [1, 0, 0, 0, 1, 0] };
  const isCropped = (inOld?.likeness ?? -1) >= (inRecent?.likeness ?? -1);
  const { pose } = (isCropped ? inOld : inRecent)!;
  const [whole, part] = isCropped ? [old.fine, recent.fine] : [recent.fine, old.fine];
  const distance = distanceOfWorst(whole, await asFine(part, whole, pose, isCropped ? after : before), pose);
  const map = placementOf(whole, part, pose);
  return {
    isSame: distance <= sameShot.maxDistance.value,
    distance,
    placement: isCropped ? inverse(map) : map,
  };
}

/** Equally large: what one of them does not resolve is no difference. */
async function readBoth(before: string, after: string) {
  const paths = [before, after];
  const sizes = await Promise.all(paths.map((path) => sharp(path).metadata()));
  const longSide = Math.min(SIDE, ...sizes.map(({ width, height }) => Math.max(width, height)));
  const [old, recent] = await Promise.all(paths.map((path) => readGrey(path, longSide)));
  return [levelsOf(old!), levelsOf(recent!)] as const;
}

/** The part as fine as the whole shows it: a crop resolves slats and grass that blur into one in the whole. */
async function asFine(part: Grey, whole: Grey, { scale }: Pose, path: string): Promise<Grey> {
  const longSide = Math.round(scale * Math.max(whole.width, whole.height));
  return longSide < Math.max(part.width, part.height) ? readGrey(path, longSide) : part;
}

/** Mean over the parts that fit worst; 1 where there is too little to compare. */
function distanceOfWorst(whole: Grey, part: Grey, pose: Pose): number {
  const { distances, parts } = distancesOfParts(whole, part, pose);
  if (distances.length < parts * sameShot.leastCompared.value) return 1;
  const worst = Math.max(LEAST_PARTS, Math.floor(distances.length * sameShot.worstShare.value));
  const sum = distances
    .sort((a, b) => b - a)
    .slice(0, worst)
    .reduce((total, each) => total + each, 0);
  return Math.min(1, sum / Math.min(worst, distances.length));
}
const LEAST_PARTS = 4;

function distancesOfParts(whole: Grey, part: Grey, pose: Pose): { distances: number[]; parts: number } {
  const { cos, sin, left, top } = matrixOf(whole, pose);
  const [a, b] = [standardise(blur(whole, 1)), standardise(blur(part, 1))];
  const [ends, ownEnds] = [extremes(whole), extremes(part)];
  const longer = Math.max(part.width, part.height);
  const distances: number[] = [];
  let parts = 0;
  for (let y0 = 0; y0 + PART <= part.height; y0 += PART / 2)
    for (let x0 = 0; x0 + PART <= part.width; x0 += PART / 2) {
      parts += 1;
      let n = 0;
      let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
      for (let y = y0; y < y0 + PART; y += 1)
        for (let x = x0; x < x0 + PART; x += 1) {
          const px = (x + 0.5 - part.width / 2) / longer;
          const py = (y + 0.5 - part.height / 2) / longer;
          const wx = cos * px - sin * py + left;
          const wy = sin * px + cos * py + top;
          if (wx < 0 || wy < 0 || wx > a.width - 1 || wy > a.height - 1) continue;
          const [i, j] = [Math.round(wy) * a.width + Math.round(wx), y * b.width + x];
          if (areCutOff(255 - ends.lightest[i]!, 255 - ownEnds.lightest[j]!, 115)) continue;
          if (areCutOff(ends.darkest[i]!, ownEnds.darkest[j]!, 40)) continue;
          const va = between(a.data, a.width, a.height, wx, wy);
          const vb = b.data[j]!;
          n += 1;
          sa += va;
          sb += vb;
          saa += va * va;
          sbb += vb * vb;
          sab += va * vb;
        }
      if (n < PART * PART * ENOUGH) continue;
      const varianceA = Math.max(0, saa / n - (sa / n) ** 2) + NOISE ** 2;
      const varianceB = Math.max(0, sbb / n - (sb / n) ** 2) + NOISE ** 2;
      const common = sab / n - (sa / n) * (sb / n) + NOISE ** 2;
      distances.push(1 - common / Math.sqrt(varianceA * varianceB));
    }
  return { distances, parts };
}

/** Light or dark is cut off in one of them, and not far from it in the other. */
const areCutOff = (one: number, other: number, near: number) =>
  Math.min(one, other) <= CUT_OFF && Math.max(one, other) <= near;
const CUT_OFF = 5;

/** From fractions of the part to fractions of the whole. */
function placementOf(whole: Grey, part: Grey, pose: Pose): Placement {
  const { cos, sin, left, top } = matrixOf(whole, pose);
  const longer = Math.max(part.width, part.height);
  const [w, h] = [part.width / longer, part.height / longer];
  const row = (ofX: number, ofY: number, start: number, size: number) =>
    [(ofX * w) / size, (ofY * h) / size, (start + 0.5 - (ofX * w + ofY * h) / 2) / size] as const;
  return [...row(cos, -sin, left, whole.width), ...row(sin, cos, top, whole.height)];
}

/** The placement the other way round. */
function inverse([a, b, c, d, e, f]: Placement): Placement {
  const by = a * e - b * d;
  return [e / by, -b / by, (b * f - c * e) / by, -d / by, a / by, (c * d - a * f) / by];
}
