/** Says for pairs of faces how clustering comes to its verdict. */

import { squaredDistance } from '../math/vector.ts';
import { clusterFaces } from './cluster.ts';
import { buildInitialGroups } from './initial-groups.ts';
import { joinRule } from './join-rule.ts';
import { fromSquared, toSquared } from './metric.ts';
import type { ClusterFace, ClusterInput, PersonRef, ThresholdReport } from './types.ts';

export interface PairExplanation {
  /** Ids of the faces. */
  a: string;
  b: string;
  /** In the metric's units. */
  distance: number;
  /** Up to which distance these two alone would be one person, in the metric's units. */
  limit: number;
  /**
   * `through others`: farther apart than the limit, but the mean distance of their groups is within it, or no other
   * group was near. `group too far`: within the limit, but the other faces of their groups are not.
   */
  verdict:
    | 'one person'
    | 'one person, through others'
    | 'two people'
    | 'two people, group too far'
    | 'two people, same photo'
    | 'not compared';
}

/** All pairs of the faces that `isAsked` names, nearest first. Throws as `clusterFaces` does. */
export function explainPairs(
  input: ClusterInput,
  isAsked: (face: ClusterFace) => boolean,
): {
  pairs: PairExplanation[];
  report: ThresholdReport | undefined;
  /** Groups that are as near as the faces of one person and are two: the first face of each. */
  lookAlikes: { a: string; b: string; distance: number }[];
} {
  const { metric, threshold, calibration } = input.parameters;
  const { groups, thresholds, lookAlikes } = clusterFaces(input);
  const { faces, known, offsets, photos } = buildInitialGroups(input);
  const personOf = new Map<string, PersonRef>(
    groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person] as const)),
  );
  const rule = joinRule(toSquared(threshold, metric), calibration, thresholds);
  const limitOfPairs = rule.limit - rule.singleFaceMargin;
  const asked = faces.flatMap((face, i) => (isAsked(face) ? [i] : []));
  const pairs: PairExplanation[] = [];
  for (const [k, i] of asked.entries())
    for (const j of asked.slice(k + 1)) {
      const [x, y] = [known[i]?.vector, known[j]?.vector];
      const limit = fromSquared(Math.max(0, limitOfPairs + offsets[i]! + offsets[j]!), metric);
      const distance = x && y ? fromSquared(squaredDistance(x, y), metric) : Number.NaN;
      const [a, b] = [faces[i]!.id, faces[j]!.id];
      const together = personOf.has(a) && personOf.get(a) === personOf.get(b);
      const near = distance <= limit;
      const verdict = !(x && y)
        ? 'not compared'
        : together
          ? near
            ? 'one person'
            : 'one person, through others'
          : photos[i] === photos[j]
            ? 'two people, same photo'
            : near
              ? 'two people, group too far'
              : 'two people';
      pairs.push({ a, b, distance, limit, verdict });
    }
  const firstFace = new Map(groups.map(({ person, faceIds }) => [person, faceIds[0]!]));
  return {
    pairs: pairs.toSorted((p, q) => p.distance - q.distance),
    report: thresholds,
    lookAlikes: lookAlikes.map(({ a, b, distance }) => ({
      a: firstFace.get(a)!,
      b: firstFace.get(b)!,
      distance,
    })),
  };
}
