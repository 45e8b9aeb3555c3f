import {
  type AbsorbRule,
  absorbRadius,
  hasNearest,
  isClearlyNearest,
  type NearestGroup,
  noNearestGroup,
  recordGroup,
} from './absorb-rule.ts';
import { areCompatible } from './cannot-link.ts';
import { addEvidence, addMembers, emptyGroup, type FaceGroup } from './face-group.ts';
import { averageLinkageOf } from './group-distance.ts';
import type { InitialState } from './initial-groups.ts';

/** A weak face as a node of its own, so that the same rules and distances hold for it. */
function probes({
  known,
  weak,
  means: { dimensions },
  photos,
  rejections,
  faces,
  offsets,
}: InitialState): FaceGroup[] {
  return weak.map((i) => {
    const probe = emptyGroup(dimensions);
    probe.members = [i];
    probe.photos = new Set([photos[i]!]);
    for (const person of rejections.get(faces[i]!.id) ?? []) probe.rejections.add(person);
    addEvidence(probe, known[i]!.vector, offsets[i]!);
    probe.mean = known[i]!.mean;
    return probe;
  });
}

/**
 * Weak faces join the nearest group, nearest first, if they may, and if it is clearly the only one, or within the threshold and
 * the nearest by average linkage too: where the distances disagree, two people are as near, mostly siblings. They never become evidence, so that one poor face cannot draw in the next. A face without such a group
 * keeps no person. It stays unassigned, too, where the nearest group already has a face of this photo, because the next
 * nearest group would be a guess against the evidence; and where that group has weak faces alone, because the face would be
 * evidence beside them the next time.
 *
 * @returns the weak faces that are left
 */
export function assignWeakFaces(
  initial: InitialState,
  groups: readonly FaceGroup[],
  limit: number,
  rule: AbsorbRule,
): number[] {
  const faces = probes(initial);
  const nearest: NearestGroup[] = faces.map(noNearestGroup);
  const nearestByFaces: NearestGroup[] = faces.map(noNearestGroup);
  const all = [...faces, ...groups];
  const distances = rule.distances(all);
  const averageLinkage = averageLinkageOf(all);
  initial.means.forEachPairBetween(
    faces,
    groups,
    absorbRadius(rule) + initial.offsetsMax,
    ({ count, first, second, products }) => {
      for (let n = 0; n < count; n++) {
        const [probe, group, product] = [first[n]!, second[n]!, products[n]!];
        const at = faces.length + group;
        recordGroup(nearest[probe]!, group, distances(probe, at, product));
        recordGroup(nearestByFaces[probe]!, group, averageLinkage(probe, at, product));
      }
    },
  );
  const order = faces
    .map((_, i) => i)
    .filter((i) => {
      const group = groups[nearest[i]!.group];
      if (!group || !hasNearest(nearest[i]!)) return false;
      const { group: byFaces, distance } = nearestByFaces[i]!;
      return (
        (byFaces === nearest[i]!.group && distance <= limit) || isClearlyNearest(nearest[i]!, groups, rule)
      );
    })
    .sort((a, b) => nearest[a]!.distance - nearest[b]!.distance || a - b);
  const assigned = new Set<number>();
  for (const i of order) {
    const group = groups[nearest[i]!.group];
    const face = faces[i]!;
    if (!group || group.provisional || !areCompatible(face, group)) continue;
    assigned.add(i);
    addMembers(group, face);
  }
  return initial.weak.filter((_, i) => !assigned.has(i));
}
