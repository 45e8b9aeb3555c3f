/** By which distance small groups join larger ones, and how much nearer than all others the larger one has to be. */
import { clustering } from '../parameters/clustering-tuning.ts';
import { type FaceGroup, linkage } from './face-group.ts';
import { linkageOfDirections } from './group-distance.ts';
import type { Calibration, ThresholdReport } from './types.ts';

export interface AbsorbRule {
  /** Squared distance minus the threshold offsets of both groups, on the scale of `linkage`. */
  distance(a: FaceGroup, b: FaceGroup): number;
  /** The largest distance. */
  limit: number;
  /** The next group has to be so many times as far. */
  margin: number;
  /** Number of faces from which on a group absorbs others. */
  groupMin: number;
}

/**
 * By the directions of the groups' means for recognisers with a measured `absorbMargin`; by average linkage for others, and for
 * raw vectors, of which no thresholds are reported.
 *
 * @param limit squared distance up to which two groups are one person
 */
export function absorbRule(
  limit: number,
  calibration: Calibration | undefined,
  report: ThresholdReport | undefined,
): AbsorbRule {
  const margin = calibration?.strangers.absorbMargin;
  if (margin === undefined || !report)
    return {
      distance: linkage,
      limit: limit * clustering.absorbSpanByLinkage.value,
      margin: clustering.absorbMarginByLinkage.value,
      groupMin: clustering.absorbingGroupMinByLinkage.value,
    };
  const strangers = 1 - report.mean;
  return {
    distance: (a, b) => linkageOfDirections(a, b, strangers),
    limit: limit * clustering.absorbSpan.value,
    margin,
    groupMin: clustering.absorbingGroupMin.value,
  };
}

/** The nearest group of a small one and how far the next one is; Infinity where none is within the radius. */
export interface NearestGroup {
  group: number;
  distance: number;
  next: number;
}

export const noNearestGroup = (): NearestGroup => ({
  group: -1,
  distance: Number.POSITIVE_INFINITY,
  next: Number.POSITIVE_INFINITY,
});

/** Notes a group at `distance`. */
export function recordGroup(nearest: NearestGroup, group: number, distance: number): void {
  if (distance < nearest.distance) {
    nearest.next = nearest.distance;
    nearest.distance = distance;
    nearest.group = group;
  } else nearest.next = Math.min(nearest.next, distance);
}

/** False where two groups are equally near, but for rounding: their order says nothing about people. */
export const hasNearest = ({ group, distance, next }: NearestGroup): boolean =>
  group >= 0 && next - distance > 1e-9;

/** True where a small group that is too far for the threshold may join nevertheless. */
export const isClearlyNearest = (
  nearest: NearestGroup,
  groups: readonly FaceGroup[],
  rule: AbsorbRule,
): boolean =>
  hasNearest(nearest) &&
  nearest.distance <= rule.limit &&
  nearest.next >= nearest.distance * rule.margin &&
  groups[nearest.group]!.count >= rule.groupMin;

/**
 * How far one has to look around to be sure that no other group is near. It holds for the distance of means, too, which
 * are nearer to each other than their directions, apart from very near ones.
 */
export const absorbRadius = ({ limit, margin }: AbsorbRule): number => limit * margin;
