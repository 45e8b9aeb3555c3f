import { clustering } from '../../parameters/clustering-tuning.ts';
import type { FaceGroup } from '../face-group.ts';
import { averageLinkageOf } from '../group-distance.ts';
import { BoundedHeaps } from './bounded-heaps.ts';
import { type GroupMeans, ROUNDING_OF_LINKAGE, reachWithin } from './group-means.ts';
import type { Work } from './pairs-within-distance.ts';

function isIn(sorted: Int32Array, id: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === id;
}

/**
 * For each group the indices of the groups that could be within `limit` of it. Only groups whose means are near are looked
 * at, and none is missed: average linkage is the squared distance of the means, plus the scatters of both groups, less their
 * offsets (adaptive-thresholds.ts), which are together at most `offsetsMax`. Of each group only the nearest few are kept, so
 * that a person with thousands of faces does not need millions of pairs; the caller builds new lists after joining.
 */
export function* joinCandidates(
  groups: readonly FaceGroup[],
  means: GroupMeans,
  limit: number,
  offsetsMax: number,
): Work<number[][]> {
  const most = clustering.neighbours.value;
  const reach = reachWithin(groups, limit);
  const { added: scatter } = reach;
  const averageLinkage = averageLinkageOf(groups);
  const near = new BoundedHeaps(groups.length, most);
  yield* means.forEachPairWithin(
    groups,
    limit + offsetsMax,
    ({ count, first, second, squared, products }) => {
      for (let n = 0; n < count; n++) {
        const [i, j] = [first[n]!, second[n]!];
        const distance = squared[n]! + scatter[i]! + scatter[j]!;
        // `averageLinkage`, by which the caller decides, rounds differently: a pair is left out only if both find it too far.
        if (distance > limit + ROUNDING_OF_LINKAGE && averageLinkage(i, j, products[n]!) > limit) continue;
        near.offer(i, j, distance);
        near.offer(j, i, distance);
      }
    },
    reach,
  );
  // Both ways: a full list of one side must not hide the pair from the other.
  const lists = groups.map((_, i) => [...near.ids(i).sort()]);
  groups.forEach((_, i) => {
    for (const id of near.ids(i)) if (!isIn(near.ids(id), i)) lists[id]!.push(i);
  });
  return lists.map((list) => list.sort((a, b) => a - b));
}
