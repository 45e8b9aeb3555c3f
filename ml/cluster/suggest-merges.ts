import { mergeQuestions } from '../parameters/merge-questions.ts';
import type { Metric } from '../types.ts';
import { areCompatible } from './cannot-link.ts';
import type { FaceGroup } from './face-group.ts';
import { averageLinkage } from './group-distance.ts';
import type { InitialState } from './initial-groups.ts';
import { fromSquared, toSquared } from './metric.ts';
import { meansOf } from './neighbours/join-candidates.ts';
import { forEachPairWithin } from './neighbours/pairs-within-distance.ts';
import { pairKey } from './pair-key.ts';
import type { ClusterPlan, PersonRef } from './types.ts';

/**
 * The largest distance, in the metric's units, at which a pair is worth a question to a human. It is the same multiple of
 * the threshold in every metric, measured as a squared distance.
 */
export const suggestionDistance = (threshold: number, metric: Metric): number =>
  Math.min(1, fromSquared(toSquared(threshold, metric) * mergeQuestions.span.value, metric));

/**
 * The pairs for the question "Same person?": groups just beyond the threshold, and groups within it that the machine does not
 * join, because both are kept or both are single faces (join-rule.ts). Never pairs that a human or a common photo has told
 * apart. Those pairs come first whose answer is likely to join the most faces: the number of faces of the smaller group times
 * the probability of a yes. A person is in few of them.
 */
export function suggestMerges(
  persons: readonly { group: FaceGroup; ref: PersonRef }[],
  { dimensions, offsetsMax, keptApart }: Pick<InitialState, 'dimensions' | 'offsetsMax' | 'keptApart'>,
  { limit, greyLimit }: { limit: number; greyLimit: number },
  metric: Metric,
): ClusterPlan['suggestions'] {
  const groups = persons.map(({ group }) => group);
  const pairs: { i: number; j: number; squared: number; gain: number }[] = [];
  forEachPairWithin(meansOf(groups, dimensions), greyLimit + offsetsMax, (a, b) => {
    const [i, j] = a < b ? [a, b] : [b, a];
    const squared = averageLinkage(groups[i]!, groups[j]!);
    if (squared > greyLimit || !areCompatible(groups[i]!, groups[j]!)) return;
    if (keptApart.has(pairKey(persons[i]!.ref, persons[j]!.ref))) return;
    const faces = Math.min(groups[i]!.members.length, groups[j]!.members.length);
    // Linear from 1 at the threshold to 0 just beyond the grey band.
    const probability = Math.min(1, (greyLimit - squared) / (greyLimit - limit)) || 0;
    pairs.push({ i, j, squared, gain: faces * (probability + mergeQuestions.floor.value) });
  });
  pairs.sort((x, y) => y.gain - x.gain || x.squared - y.squared || x.i - y.i || x.j - y.j);
  const asked = new Int32Array(groups.length);
  const most = mergeQuestions.perPerson.value;
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
      distance: fromSquared(Math.max(0, squared), metric),
    }));
}
