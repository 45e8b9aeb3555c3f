import { clustering } from '../parameters.ts';
import type { Metric } from '../types.ts';
import { areCompatible, type FaceGroup, linkage } from './face-group.ts';
import { pairKey } from './initial-groups.ts';
import { fromSquared, toSquared } from './metric.ts';
import { forEachNearPair } from './neighbours/near-pairs.ts';
import { meansOf } from './neighbours/neighbour-lists.ts';
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
  groups: readonly { node: FaceGroup; person: PersonRef }[],
  dimensions: number,
  greyLimit: number,
  different: ReadonlySet<string>,
  { metric }: ClusterParameters,
): ClusterPlan['suggestions'] {
  const nodes = groups.map(({ node }) => node);
  const pairs: { i: number; j: number; squared: number }[] = [];
  forEachNearPair(meansOf(nodes, dimensions), greyLimit, (a, b) => {
    const [i, j] = a < b ? [a, b] : [b, a];
    const squared = linkage(nodes[i]!, nodes[j]!);
    if (squared > greyLimit || !areCompatible(nodes[i]!, nodes[j]!)) return;
    if (different.has(pairKey(groups[i]!.person, groups[j]!.person))) return;
    pairs.push({ i, j, squared });
  });
  pairs.sort((x, y) => x.squared - y.squared || x.i - y.i || x.j - y.j);
  const asked = new Int32Array(nodes.length);
  const most = clustering.suggestionsPerPerson.value;
  return pairs
    .filter(({ i, j }) => {
      if (asked[i]! >= most || asked[j]! >= most) return false;
      asked[i]!++;
      asked[j]!++;
      return true;
    })
    .map(({ i, j, squared }) => ({
      a: groups[i]!.person,
      b: groups[j]!.person,
      distance: fromSquared(squared, metric),
    }));
}
