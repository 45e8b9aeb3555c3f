/** By which distance small groups join larger ones, and how much nearer than all others the larger one has to be. */
import { clustering } from '../parameters/clustering-tuning.ts';
import type { FaceGroup } from './face-group.ts';
import { averageLinkageOf, type Linkages, linkagesOfDirections } from './group-distance.ts';
import { singleFaceShare } from './join-rule.ts';
import type { Calibration, ThresholdReport } from './types.ts';

export interface AbsorbRule {
  /** Squared distances of these groups less the threshold offsets of both, on the scale of `averageLinkage`. */
  distances(groups: readonly FaceGroup[]): Linkages;
  /** The largest distance from which a small group joins. */
  limit: number;
  /** A ratio: the second nearest group has to be at least this many times as far as the nearest. */
  margin: number;
  /** Whether a group has faces enough to absorb others. Copies of one picture and bursts are no more than one face. */
  mayAbsorb(group: FaceGroup): boolean;
  /** Whether a group has different pictures enough to be a person of its own beside one that is as near as `limit`. */
  mayBeLookAlike(group: FaceGroup): boolean;
}

const isOfDifferentPictures = (group: FaceGroup): boolean =>
  singleFaceShare(group) <= clustering.absorbingSingleFaceShareMax.value;
const isPersonOf = (least: number) => (group: FaceGroup) =>
  group.count >= least && isOfDifferentPictures(group);

/**
 * The rule of a recogniser with figures for it (`absorb`) compares the directions of the groups' means. The rule of the
 * others, and of raw vectors (which have no `report`), uses average linkage.
 *
 * @param limit squared distance up to which two groups are one person
 */
export function absorbRule(
  limit: number,
  calibration: Calibration | undefined,
  report: ThresholdReport | undefined,
): AbsorbRule {
  const absorb = calibration?.strangers.absorb;
  if (!absorb || !report)
    return {
      distances: averageLinkageOf,
      limit: limit * clustering.absorbSpanByLinkage.value,
      margin: clustering.absorbMarginByLinkage.value,
      mayAbsorb: ({ count }) => count >= clustering.absorbingGroupMinByLinkage.value,
      mayBeLookAlike: isPersonOf(clustering.lookAlikeMinByLinkage.value),
    };
  const strangers = 1 - report.mean;
  return {
    distances: (groups) => linkagesOfDirections(groups, strangers),
    limit: limit * clustering.absorbSpan.value,
    margin: absorb.margin,
    mayAbsorb: isPersonOf(absorb.groupMin),
    mayBeLookAlike: isPersonOf(absorb.lookAlikeMin),
  };
}

/** The group that is nearest to a small one. Distances are Infinity where no group is within the radius. */
export interface NearestGroup {
  /** Its index; -1 where there is none. */
  group: number;
  distance: number;
  /** The distance of the second nearest group. */
  next: number;
}

export const noNearestGroup = (): NearestGroup => ({
  group: -1,
  distance: Number.POSITIVE_INFINITY,
  next: Number.POSITIVE_INFINITY,
});

/** Takes note of a group at `distance`. */
export function recordGroup(nearest: NearestGroup, group: number, distance: number): void {
  if (distance < nearest.distance) {
    nearest.next = nearest.distance;
    nearest.distance = distance;
    nearest.group = group;
  } else nearest.next = Math.min(nearest.next, distance);
}

/** Whether one group is nearest. False where two are equally near apart from rounding: neither is more likely the person. */
export const hasNearest = ({ group, distance, next }: NearestGroup): boolean =>
  group >= 0 && next - distance > 1e-9;

/** Whether a small group may join the nearest one from beyond the threshold. */
export const isClearlyNearest = (
  nearest: NearestGroup,
  groups: readonly FaceGroup[],
  rule: AbsorbRule,
): boolean =>
  hasNearest(nearest) &&
  nearest.distance <= rule.limit &&
  nearest.next >= nearest.distance * rule.margin &&
  rule.mayAbsorb(groups[nearest.group]!);

/**
 * The squared distance of means within which the nearest and the second nearest group of a small one are looked for; the
 * caller adds the threshold offsets. A group farther away cannot break the rule: the means are at most as far apart as the
 * groups by `rule.distances`. Only the means of groups with nearly the same direction may be farther apart than that, still
 * within this radius.
 */
export const absorbRadius = ({ limit, margin }: AbsorbRule): number => limit * margin;
