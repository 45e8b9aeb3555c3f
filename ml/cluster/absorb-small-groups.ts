/**
 * What average linkage leaves over: one to three faces of a person (turned, blurred, ten years older) beside the
 * large group of the same one. They may come from farther than the threshold, if only one group is near.
 */
import { clustering } from '../parameters/clustering.ts';
import { mayJoin } from './cannot-link.ts';
import { type FaceGroup, join, linkage } from './face-group.ts';
import { meansOf } from './neighbours/join-candidates.ts';
import { forEachPairWithin } from './neighbours/pairs-within-distance.ts';

/** The nearest group of each probe and how far the next one is; Infinity where none is within the radius. */
export interface NearestGroup {
  group: number;
  distance: number;
  next: number;
}

/** True where a probe that is too far for the threshold may join nevertheless. */
export const isClearlyNearest = (
  nearest: NearestGroup,
  groups: readonly FaceGroup[],
  limit: number,
): boolean =>
  nearest.distance <= limit * clustering.absorbSpan.value &&
  nearest.next >= nearest.distance * clustering.absorbMargin.value &&
  groups[nearest.group]!.count >= clustering.absorbingGroupMin.value;

/** How far one has to look around to be sure that no other group is near. */
export const absorbRadius = (limit: number): number =>
  limit * clustering.absorbSpan.value * clustering.absorbMargin.value;

/** Notes a group at `distance` from the probe. */
export function recordGroup(nearest: NearestGroup, group: number, distance: number): void {
  if (distance < nearest.distance || (distance === nearest.distance && group < nearest.group)) {
    nearest.next = nearest.distance;
    nearest.distance = distance;
    nearest.group = group;
  } else nearest.next = Math.min(nearest.next, distance);
}

export const noNearestGroup = (): NearestGroup => ({
  group: -1,
  distance: Number.POSITIVE_INFINITY,
  next: Number.POSITIVE_INFINITY,
});

/** Lets small groups join large ones; answers the survivors, or undefined where nothing was to be done. */
export function absorbSmallGroups(
  groups: readonly FaceGroup[],
  dimensions: number,
  limit: number,
  offsetsMax: number,
): FaceGroup[] | undefined {
  const small = (group: FaceGroup) => !group.kept && group.count <= clustering.absorbedGroupMax.value;
  const nearest = groups.map(noNearestGroup);
  forEachPairWithin(meansOf(groups, dimensions), absorbRadius(limit) + offsetsMax, (i, j) => {
    const either = small(groups[i]!) || small(groups[j]!);
    if (!either) return;
    const distance = linkage(groups[i]!, groups[j]!);
    if (small(groups[i]!)) recordGroup(nearest[i]!, j, distance);
    if (small(groups[j]!)) recordGroup(nearest[j]!, i, distance);
  });
  const order = groups
    .map((_, i) => i)
    .filter((i) => nearest[i]!.group >= 0 && isClearlyNearest(nearest[i]!, groups, limit))
    .sort((a, b) => nearest[a]!.distance - nearest[b]!.distance || a - b);
  const gone = new Set<number>();
  for (const i of order) {
    const { group } = nearest[i]!;
    if (!mayJoin(groups[group]!, groups[i]!)) continue;
    join(groups[group]!, groups[i]!);
    gone.add(i);
  }
  return gone.size > 0 ? groups.filter((_, i) => !gone.has(i)) : undefined;
}
