/**
 * Joins the groups that average linkage leaves over, up to four faces of a person (turned, blurred, ten years older), with
 * the larger group of the same person. It may be farther away than the threshold, if no other group is near. A group that has a
 * look-alike within that distance (surely another person, or with as many pictures) absorbs nothing: left over are then faces of
 * either, and they become questions.
 */
import { clustering } from '../parameters/clustering-tuning.ts';
import {
  type AbsorbRule,
  absorbRadius,
  isClearlyNearest,
  noNearestGroup,
  recordGroup,
} from './absorb-rule.ts';
import { mayJoin } from './cannot-link.ts';
import { type FaceGroup, join } from './face-group.ts';
import type { GroupMeans, Pairs } from './neighbours/group-means.ts';
import type { Work } from './neighbours/pairs-within-distance.ts';

/** Answers the remaining groups, or undefined where none was absorbed. */
export function* absorbSmallGroups(
  groups: readonly FaceGroup[],
  means: GroupMeans,
  rule: AbsorbRule,
  offsetsMax: number,
): Work<FaceGroup[] | undefined> {
  const distances = rule.distances(groups);
  const small = (group: FaceGroup) => !group.kept && group.count <= clustering.smallGroupMax.value;
  const areTwo = (a: FaceGroup, b: FaceGroup) =>
    !mayJoin(a, b) || (rule.mayBeLookAlike(a) && rule.mayBeLookAlike(b));
  const isSmall = groups.map(small);
  const nearest = groups.map(noNearestGroup);
  const hasLookAlike = new Set<number>();
  const { limit } = rule;
  const note = ({ count, first, second, products }: Pairs) => {
    for (let n = 0; n < count; n++) {
      const [i, j] = [first[n]!, second[n]!];
      const distance = distances(i, j, products[n]!);
      if (distance <= limit && areTwo(groups[i]!, groups[j]!)) hasLookAlike.add(i).add(j);
      if (isSmall[i]) recordGroup(nearest[i]!, j, distance);
      if (isSmall[j]) recordGroup(nearest[j]!, i, distance);
    }
  };
  yield* means.forEachPairWithin(groups, absorbRadius(rule) + offsetsMax, note);
  const order = groups
    .map((_, i) => i)
    .filter((i) => isClearlyNearest(nearest[i]!, groups, rule) && !hasLookAlike.has(nearest[i]!.group))
    .sort((a, b) => nearest[a]!.distance - nearest[b]!.distance || a - b);
  const gone = new Set<number>();
  for (const i of order) {
    const { group } = nearest[i]!;
    // A small group may have joined another one meanwhile, or have grown: the next round looks at it again.
    if (gone.has(group) || !small(groups[i]!) || !mayJoin(groups[group]!, groups[i]!)) continue;
    join(groups[group]!, groups[i]!);
    gone.add(i);
  }
  return gone.size > 0 ? groups.filter((_, i) => !gone.has(i)) : undefined;
}
