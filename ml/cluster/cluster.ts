/**
 * From faces and decisions to a plan: build the initial groups, join them, assign weak faces, inherit person ids,
 * compare with what was, suggest merges.
 */
import { type AbsorbRule, absorbRule } from './absorb-rule.ts';
import { absorbSmallGroups } from './absorb-small-groups.ts';
import { agglomerate } from './agglomerate.ts';
import { assignWeakFaces } from './assign-weak-faces.ts';
import type { FaceGroup } from './face-group.ts';
import { GalleryMemory } from './gallery-memory.ts';
import { inheritPersonIds } from './inherit-person-ids.ts';
import { buildInitialGroups, byId, type InitialState } from './initial-groups.ts';
import { type JoinRule, joinRule } from './join-rule.ts';
import { toSquared } from './metric.ts';
import { type Work, withoutProducts } from './neighbours/pairs-within-distance.ts';
import { suggestMerges } from './suggest-merges.ts';
import type { ClusterFace, ClusterInput, ClusterPlan, PersonRef } from './types.ts';

/**
 * Says who is who in one gallery. Pure: equal input gives an equal plan, in whatever order it comes. Never puts
 * two faces of one photo into one person, never moves a manual face, never undoes a rejection, never removes or
 * absorbs a kept person. Applying the plan and calling again with mode `extend` and nothing to regroup
 * gives a plan without changes.
 *
 * Throws RangeError where embeddings differ in length or the threshold is not within 0..1.
 */
export const clusterFaces = (input: ClusterInput): ClusterPlan => withoutProducts(planOf(input));

/**
 * The same for callers that multiply matrices.
 * @param memory of the same gallery
 */
export function* planOf(input: ClusterInput, memory = new GalleryMemory(false)): Work<ClusterPlan> {
  const { threshold } = input.parameters;
  if (!(threshold >= 0 && threshold <= 1)) throw new RangeError(`threshold ${threshold} is not within 0..1`);
  const initial = buildInitialGroups(input, memory);
  const plan = yield* clusterGroups(input, initial);
  return initial.offsetsDependOnPersons ? yield* settle(input, plan, memory) : plan;
}

/** Placing a face with a named person adds to what is known about strangers, which can change a threshold. */
const SETTLING_ROUNDS = 5;

/** Carries the plan out and clusters again until nothing changes; answers what is different from the input. */
function* settle(input: ClusterInput, first: ClusterPlan, memory: GalleryMemory): Work<ClusterPlan> {
  const parameters = { ...input.parameters, mode: 'extend' as const };
  let plan = first;
  for (let round = 0; round < SETTLING_ROUNDS && plan.assignments.length > 0; round++) {
    const personOf = new Map(plan.groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person])));
    const faces = input.faces.map((face) => ({
      ...face,
      personId: personOf.get(face.id) ?? null,
      regroup: false,
    }));
    const placed = { ...input, faces, parameters };
    const initial = buildInitialGroups(placed, memory);
    const next = yield* clusterGroups(placed, initial);
    if (next.assignments.length === 0)
      return { ...plan, suggestions: next.suggestions, lookAlikes: next.lookAlikes };
    plan = { ...next, ...differencesFrom(input.faces, next.groups) };
  }
  return plan;
}

function differencesFrom(before: readonly ClusterFace[], groups: ClusterPlan['groups']) {
  const faces = before.toSorted(byId);
  const personOf = new Map(groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person])));
  return differences(
    faces,
    faces.map(({ id }) => personOf.get(id) ?? null),
    groups,
  );
}

function* clusterGroups(input: ClusterInput, initial: InitialState): Work<ClusterPlan> {
  const { metric, threshold } = input.parameters;
  const limit = toSquared(threshold, metric);
  const rules = {
    join: joinRule(limit, input.parameters.calibration, initial.thresholds),
    absorb: absorbRule(limit, input.parameters.calibration, initial.thresholds),
  };
  initial.means.beginPlan();
  // A kept person with only weak faces has nothing to compare: the person stays as it is.
  const withoutEvidence = initial.groups.filter((group) => group.count === 0);
  let joined = initial.groups.filter((group) => group.count > 0);
  let weak = initial.weak;
  // The photo of a weak face can tell two groups apart, and so end a doubt about others (join-rule.ts).
  for (let before = -1; before !== weak.length; ) {
    joined = yield* joinAll(joined, initial, rules);
    before = weak.length;
    weak = assignWeakFaces({ ...initial, weak }, joined, limit, rules.absorb);
  }
  const all = [...joined, ...withoutEvidence];
  const refs = inheritPersonIds(initial, all);
  return {
    ...compare(initial, all, refs),
    ...(yield* suggestMerges(
      joined.map((group, i) => ({ group, ref: refs[i]! })),
      initial,
      rules.join,
      { metric, threshold },
    )),
    ...(initial.thresholds ? { thresholds: initial.thresholds } : {}),
  };
}

/** Repeats both steps until neither changes anything, so that a second call changes nothing either. */
function* joinAll(
  groups: FaceGroup[],
  initial: InitialState,
  rules: { join: JoinRule; absorb: AbsorbRule },
): Work<FaceGroup[]> {
  const { means, offsetsMax } = initial;
  const joined = yield* agglomerate(groups, means, rules.join, offsetsMax);
  const rest = yield* absorbSmallGroups(joined, means, rules.absorb, offsetsMax);
  return rest ? yield* joinAll(rest, initial, rules) : joined;
}

/** The groups with their persons, and what is different from now. */
function compare(
  { faces }: InitialState,
  all: readonly FaceGroup[],
  refs: readonly PersonRef[],
): Pick<ClusterPlan, 'groups' | 'assignments' | 'newPersons'> {
  const groups = all
    .map((group, g) => ({
      person: refs[g]!,
      faceIds: group.members.toSorted((a, b) => a - b).map((i) => faces[i]!.id),
    }))
    .sort((a, b) => (a.person < b.person ? -1 : 1));
  const persons = new Array<PersonRef | null>(faces.length).fill(null);
  for (const [g, { members }] of all.entries()) for (const i of members) persons[i] = refs[g]!;
  return { groups, ...differences(faces, persons, groups) };
}

/** `persons[i]` is whose `faces[i]` will be; faces are in canonical order. */
function differences(
  faces: readonly ClusterFace[],
  persons: readonly (PersonRef | null)[],
  groups: ClusterPlan['groups'],
): Pick<ClusterPlan, 'assignments' | 'newPersons'> {
  const assignments: ClusterPlan['assignments'] = [];
  const existing = new Set<string>();
  for (const [i, { id, personId, manual }] of faces.entries()) {
    const person = persons[i]!;
    if (!manual && person !== personId) assignments.push({ faceId: id, person });
    if (personId !== null) existing.add(personId);
  }
  const newPersons = groups
    .filter(({ person }) => !existing.has(person))
    .map(({ person, faceIds }) => ({ key: person, faceIds }));
  return { assignments, newPersons };
}
