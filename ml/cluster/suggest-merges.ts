import { mergeQuestions } from '../parameters/merge-questions.ts';
import type { Metric } from '../types.ts';
import { areCompatible, countCommonPhotos, isRejected } from './cannot-link.ts';
import type { FaceGroup } from './face-group.ts';
import { averageLinkageOf } from './group-distance.ts';
import type { InitialState } from './initial-groups.ts';
import { isNearEnough, type JoinRule, singleFaceShare } from './join-rule.ts';
import { fromSquared, toSquared } from './metric.ts';
import { type Pairs, reachWithin } from './neighbours/group-means.ts';
import type { Work } from './neighbours/pairs-within-distance.ts';
import { pairKey } from './pair-key.ts';
import type { ClusterPlan, PersonRef } from './types.ts';

type SuggestionFacts = Pick<InitialState, 'means' | 'offsetsMax' | 'keptApart' | 'names'>;

/**
 * The largest distance, in the metric's units, at which a pair is worth a question to a human. It is the same multiple of
 * the threshold in every metric, measured as a squared distance.
 */
export const suggestionDistance = (threshold: number, metric: Metric): number =>
  Math.min(1, fromSquared(toSquared(threshold, metric) * mergeQuestions.span.value, metric));

/**
 * The pairs for the question "Same person?": groups just beyond the threshold, and groups within it that the machine does not
 * join, because both are kept or both are single faces (join-rule.ts). Never pairs that a human or a common photo has told
 * apart: of these the ones within the threshold are look-alikes. Those pairs come first whose answer is likely to join the most
 * faces: the number of faces of the smaller group times the probability of a yes. A person is in few of them.
 */
export function* suggestMerges(
  persons: readonly { group: FaceGroup; ref: PersonRef }[],
  { means, offsetsMax, keptApart, names }: SuggestionFacts,
  rule: JoinRule,
  { metric, threshold }: { metric: Metric; threshold: number },
): Work<Pick<ClusterPlan, 'suggestions' | 'lookAlikes'>> {
  const { limit } = rule;
  const greyLimit = toSquared(suggestionDistance(threshold, metric), metric);
  const groups = persons.map(({ group }) => group);
  const pairs: { i: number; j: number; squared: number; gain: number }[] = [];
  const alike: { i: number; j: number; squared: number; byOnePhoto: boolean }[] = [];
  const averageLinkage = averageLinkageOf(groups);
  const compare = (x: number, y: number, product: number) => {
    const [i, j] = x < y ? [x, y] : [y, x];
    const squared = averageLinkage(i, j, product);
    if (squared > greyLimit) return;
    const [a, b] = [groups[i]!, groups[j]!];
    const [one, other] = [persons[i]!.ref, persons[j]!.ref];
    const isKeptApart = keptApart.has(pairKey(one, other));
    const mayBeOne = !isKeptApart && areCompatible(a, b);
    if (squared <= limit) {
      const areNamed = names.has(one) && names.has(other) && names.get(one) !== names.get(other);
      const common = countCommonPhotos(a, b, 2);
      const isNear = () => isNearEnough(squared, rule, [singleFaceShare(a), singleFaceShare(b)]);
      const decided = isKeptApart || areNamed || isRejected(a, b) || (a.kept && b.kept);
      const byOnePhoto = !decided && !mayBeOne && common === 1 && isNear();
      if (isKeptApart || areNamed || common > 0) alike.push({ i, j, squared, byOnePhoto });
    }
    if (!mayBeOne) return;
    const faces = Math.min(a.members.length, b.members.length);
    // Linear from 1 at the threshold to 0 just beyond the grey band.
    const probability = Math.min(1, (greyLimit - squared) / (greyLimit - limit)) || 0;
    pairs.push({ i, j, squared, gain: faces * (probability + mergeQuestions.floor.value) });
  };
  const compareAll = ({ count, first, second, products }: Pairs) => {
    for (let n = 0; n < count; n++) compare(first[n]!, second[n]!, products[n]!);
  };
  yield* means.forEachPairWithin(groups, greyLimit + offsetsMax, compareAll, reachWithin(groups, greyLimit));
  pairs.sort((x, y) => y.gain - x.gain || x.squared - y.squared || x.i - y.i || x.j - y.j);
  alike.sort((x, y) => x.squared - y.squared || x.i - y.i || x.j - y.j);
  const asked = new Int32Array(groups.length);
  const most = mergeQuestions.perPerson.value;
  const refsOf = ({ i, j, squared }: { i: number; j: number; squared: number }) => ({
    a: persons[i]!.ref,
    b: persons[j]!.ref,
    distance: fromSquared(Math.max(0, squared), metric),
  });
  const suggested = pairs.filter(({ i, j }) => {
    if (asked[i]! >= most || asked[j]! >= most) return false;
    asked[i]!++;
    asked[j]!++;
    return true;
  });
  return {
    suggestions: suggested.map(refsOf),
    lookAlikes: alike.map((pair) => ({ ...refsOf(pair), byOnePhoto: pair.byOnePhoto })),
  };
}
