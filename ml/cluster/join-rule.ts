/**
 * How near two groups have to be to become one person: the limit of their distance, and the margin below it for single faces.
 * The distance itself is `averageLinkage` (group-distance.ts).
 *
 * Two single faces have to be nearer than two groups. A gallery has thousands of pairs of strangers, some of them below any
 * threshold, and for single faces the distance is the only sign. A group of different pictures also shows how far the
 * pictures of its person are apart, and a stranger is rarely near to all of them. Pictures that hardly differ (a burst,
 * copies of one picture) say no more than one of them, so they count as a single face. Pairs between margin and limit become
 * questions (suggest-merges.ts).
 *
 * A single face may be nearly as near to two who are surely not one person (cannot-link.ts), as to siblings who are on one photo.
 * It then joins neither of them, until more pictures come or a human says who it is. Nor do two such faces join each other where the
 * one sibling is beside the one and the other beside the other, or both beside both.
 *
 * Where a group absorbs faces, another margin holds, to the second nearest group: absorb-rule.ts.
 */
import { clustering } from '../parameters/clustering-tuning.ts';
import { type FaceGroup, squareOfSum } from './face-group.ts';
import type { Calibration, ThresholdReport } from './types.ts';

export interface JoinRule {
  /** The largest squared distance of two groups that are one person. */
  limit: number;
  /** Two single faces have to be nearer than the limit by this squared distance; 0 where the recogniser names no margin. */
  singleFaceMargin: number;
  /** A single face has to be nearer by this squared distance than to anybody who is surely not that group; 0 as above. */
  rivalMargin: number;
}

/** @param report absent where thresholds do not follow the gallery: then there are no margins either */
export function joinRule(
  limit: number,
  calibration: Calibration | undefined,
  report: ThresholdReport | undefined,
): JoinRule {
  const deviations = calibration?.strangers.singleFaceMarginDeviations ?? 0;
  // Deviations are in cosine distance. A squared distance of unit vectors is twice the cosine distance.
  return {
    limit,
    singleFaceMargin: report ? 2 * deviations * report.deviation : 0,
    rivalMargin: report ? clustering.rivalMargin.value * limit : 0,
  };
}

/**
 * How far a group counts as a single face: 1 for one face and for copies of one picture, 0 for pictures that differ, between
 * them by the scatter of the group (1 less the squared length of the mean). Only for unit vectors. The scatter is not
 * computed from `FaceGroup.squares`, because these are less the threshold offsets.
 */
export function singleFaceShare(group: FaceGroup): number {
  if (group.count < 2) return 1;
  const scatter = 1 - squareOfSum(group) / group.count ** 2;
  return Math.max(0, Math.min(1, 1 - scatter / clustering.differingPictures.value));
}

/**
 * Whether two groups become one person.
 * @param distance `averageLinkage` of the groups
 * @param shares `singleFaceShare` of both groups
 */
export const isNearEnough = (
  distance: number,
  { limit, singleFaceMargin }: JoinRule,
  shares: readonly [number, number],
): boolean => distance + singleFaceMargin * shares[0] * shares[1] <= limit;
