import { clustering } from '../parameters/clustering.ts';
import type { Metric } from '../types.ts';
import { areCompatible, type FaceGroup, linkage } from './face-group.ts';
import { pairKey } from './initial-groups.ts';
import { fromSquared, toSquared } from './metric.ts';
import { meansOf } from './neighbours/join-candidates.ts';
import { forEachPairWithin } from './neighbours/pairs-within-distance.ts';
import type { ClusterParameters, ClusterPlan, PersonRef } from './types.ts';

/**
 * The largest distance, in the metric's units, at which a pair is worth a question to a human. It is the same multiple of
 * the threshold in every metric, measured as a squared distance.
 */
export const suggestionDistance = (threshold: number, metric: Metric): number =>
  Math.min(1, fromSquared(toSquared(threshold, metric) * clustering.suggestionSpan.value, metric));

/**
 * "Same person?": groups just beyond the threshold, and kept ones within it, which the machine leaves to a human.
 * Never for pairs a human or a common photo has told apart. Nearest first, few for each person.
 */
export function suggestMerges(
  persons: readonly { group: FaceGroup; ref: PersonRef }[],
  dimensions: number,
  greyLimit: number,
  different: ReadonlySet<string>,
  { metric }: ClusterParameters,
): ClusterPlan['suggestions'] {
  const groups = persons.map(({ group }) => group);
  const pairs: { i: number; j: number; squared: number }[] = [];
  forEachPairWithin(meansOf(groups, dimensions), greyLimit, (a, b) => {
    const [i, j] = a < b ? [a, b] : [b, a];
    const squared = linkage(groups[i]!, groups[j]!);
    if (squared > greyLimit || !areCompatible(groups[i]!, groups[j]!)) return;
    if (different.has(pairKey(persons[i]!.ref, persons[j]!.ref))) return;
    pairs.push({ i, j, squared });
  });
  pairs.sort((x, y) => x.squared - y.squared || x.i - y.i || x.j - y.j);
  const asked = new Int32Array(groups.length);
  const most = clustering.suggestionsPerPerson.value;
  return pairs
    .filter(({ i, j }) => {
      if (asked[i]! >= most || asked[j]! >= most) return false;
      asked[i]!++;
      asked[j]!++;
      return true;
    })
    .map(({ i, j, squared }) => ({
      a: persons[i]!.ref,
      b: persons[j]!.ref,
      distance: fromSquared(squared, metric),
    }));
}
