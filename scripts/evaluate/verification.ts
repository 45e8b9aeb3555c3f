import { fromSquared, toSpace } from '#ml/cluster/metric.ts';
import { squaredDistance } from '#ml/math/vector.ts';
import type { Metric } from '#ml/types.ts';

export interface LabelledFace {
  person: string;
  embedding: Float32Array;
}

export interface Verification {
  samePairs: number;
  otherPairs: number;
  /** Share of same pairs accepted where this share of other pairs is, and the distance it takes. */
  tarAtFar: { far: number; tar: number; distance: number }[];
  /** Where as many same pairs are refused as other pairs accepted. */
  equalErrorRate: number;
}

const FARS = [0.01, 0.001] as const;

/** All pairs compared, no grouping. TAR and FAR as NIST defines them (one threshold over all pairs). */
export function verify(faces: readonly LabelledFace[], metric: Metric): Verification {
  const vectors = faces.map((face) => toSpace(face.embedding, metric));
  const same: number[] = [];
  const other: number[] = [];
  for (let i = 0; i < faces.length; i++)
    for (let j = 0; j < i; j++) {
      const distance = fromSquared(squaredDistance(vectors[i]!, vectors[j]!), metric);
      (faces[i]!.person === faces[j]!.person ? same : other).push(distance);
    }
  const ascending = (a: number, b: number) => a - b;
  const sortedSame = Float64Array.from(same).sort(ascending);
  const sortedOther = Float64Array.from(other).sort(ascending);
  const acceptedBelow = (distance: number) =>
    countBelow(sortedSame, distance) / Math.max(1, sortedSame.length);
  const tarAtFar = FARS.map((far) => {
    const distance = sortedOther[Math.floor(far * sortedOther.length)] ?? Number.POSITIVE_INFINITY;
    return { far, tar: acceptedBelow(distance), distance };
  });
  let equalErrorRate = 1;
  for (let k = 0; k < sortedOther.length; k++)
    equalErrorRate = Math.min(
      equalErrorRate,
      Math.max(k / sortedOther.length, 1 - acceptedBelow(sortedOther[k]!)),
    );
  return { samePairs: same.length, otherPairs: other.length, tarAtFar, equalErrorRate };
}

/** How many are smaller, by bisection. */
function countBelow(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
