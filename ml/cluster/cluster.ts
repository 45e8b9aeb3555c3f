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
import { buildInitialGroups, type InitialState } from './initial-groups.ts';
import { type JoinRule, joinRule } from './join-rule.ts';
import { toSquared } from './metric.ts';
import { type Work, withoutProducts } from './neighbours/pairs-within-distance.ts';
import { suggestMerges } from './suggest-merges.ts';
import type { ClusterFace, ClusterInput, ClusterPlan, Growth, PersonRef } from './types.ts';

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
  const { outcome, ...growth } = yield* grow(input, memory);
  return { groups: groupsOf(outcome), ...growth };
}

/** The same without the groups, most of which a plan leaves as they are. */
export function* growthOf(input: ClusterInput, memory: GalleryMemory): Work<Growth> {
  const { outcome: _, ...growth } = yield* grow(input, memory);
  return growth;
}

function* grow(input: ClusterInput, memory: GalleryMemory): Work<Growth & { outcome: Outcome }> {
  const { threshold } = input.parameters;
  if (!(threshold >= 0 && threshold <= 1)) throw new RangeError(`threshold ${threshold} is not within 0..1`);
  const initial = buildInitialGroups(input, memory);
  const outcome = yield* clusterGroups(input, initial);
  const from = { faces: initial.faces, existing: existingPersons(initial) };
  const growth = { ...differences(from, outcome, outcome.persons), ...outcome.questions, outcome };
  return initial.offsetsDependOnPersons ? yield* settle(input, from, growth, memory) : growth;
}

/** Placing a face with a named person adds to what is known about strangers, which can change a threshold. */
const SETTLING_ROUNDS = 5;

/** Carries the plan out and clusters again until nothing changes; answers what is different from the input. */
function* settle(
  input: ClusterInput,
  from: Before,
  first: Growth & { outcome: Outcome },
  memory: GalleryMemory,
): Work<Growth & { outcome: Outcome }> {
  const parameters = { ...input.parameters, mode: 'extend' as const };
  let growth = first;
  let persons = first.outcome.persons;
  for (let round = 0; round < SETTLING_ROUNDS && growth.assignments.length > 0; round++) {
    // Faces that stay are the same objects, by which the memory knows them.
    const faces = from.faces.map((face, i) => {
      const person = persons.get(i);
      const stays = person === undefined || face.manual || person === face.personId;
      return stays && !face.regroup ? face : { ...face, regroup: false, ...(!stays && { personId: person }) };
    });
    const placed = { ...input, faces, parameters };
    const outcome = yield* clusterGroups(placed, buildInitialGroups(placed, memory));
    const { suggestions, lookAlikes } = outcome.questions;
    if (!hasChanges(outcome)) return { ...growth, suggestions, lookAlikes };
    persons = new Map([...persons, ...outcome.persons]);
    growth = { ...differences(from, outcome, persons), ...outcome.questions, outcome };
  }
  return growth;
}

/** Who is who in the end. */
interface Outcome {
  /** In canonical order, as they were grouped. */
  faces: readonly ClusterFace[];
  groups: readonly FaceGroup[];
  /** Of each group. */
  refs: readonly PersonRef[];
  /** Whose the faces at these positions are now, changed or not; all others are whose they were. */
  persons: ReadonlyMap<number, PersonRef | null>;
  questions: Pick<ClusterPlan, 'suggestions' | 'lookAlikes' | 'thresholds'>;
}

function* clusterGroups(input: ClusterInput, initial: InitialState): Work<Outcome> {
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
  const groups = [...joined, ...withoutEvidence];
  const refs = inheritPersonIds(initial, groups);
  const persons = new Map<number, PersonRef | null>(initial.free.map((i) => [i, null]));
  for (const [g, { remembered, members }] of groups.entries())
    if (!remembered) for (const i of members) persons.set(i, refs[g]!);
  const questions = yield* suggestMerges(
    joined.map((group, i) => ({ group, ref: refs[i]! })),
    initial,
    rules.join,
    { metric, threshold },
  );
  return {
    faces: initial.faces,
    groups,
    refs,
    persons,
    questions: { ...questions, ...(initial.thresholds ? { thresholds: initial.thresholds } : {}) },
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

const faceIdsOf = ({ members }: FaceGroup, faces: readonly ClusterFace[]): string[] =>
  members.toSorted((a, b) => a - b).map((i) => faces[i]!.id);

const groupsOf = ({ groups, refs, faces }: Outcome): ClusterPlan['groups'] =>
  groups
    .map((group, g) => ({ person: refs[g]!, faceIds: faceIdsOf(group, faces) }))
    .sort((a, b) => (a.person < b.person ? -1 : 1));

/** What a plan is different from. */
interface Before {
  /** In canonical order. */
  faces: readonly ClusterFace[];
  existing: ReadonlySet<string>;
}

/** All persons with faces. */
function existingPersons({ faces, groups, free }: InitialState): Set<string> {
  const existing = new Set<string>();
  for (const { person } of groups) if (person !== undefined) existing.add(person);
  for (const i of free) if (faces[i]!.personId !== null) existing.add(faces[i]!.personId);
  return existing;
}

const isMoved = ({ manual, personId }: ClusterFace, person: PersonRef | null): boolean =>
  !manual && person !== personId;

const hasChanges = ({ faces, persons }: Outcome): boolean => {
  for (const [i, person] of persons) if (isMoved(faces[i]!, person)) return true;
  return false;
};

/** @param persons whose the faces are that may be another's than before */
function differences(
  { faces, existing }: Before,
  outcome: Outcome,
  persons: Outcome['persons'],
): Pick<ClusterPlan, 'assignments' | 'newPersons'> {
  const assignments = [...persons]
    .filter(([i, person]) => isMoved(faces[i]!, person))
    .sort(([a], [b]) => a - b)
    .map(([i, person]) => ({ faceId: faces[i]!.id, person }));
  const newPersons = outcome.refs
    .flatMap((key, g) =>
      existing.has(key) ? [] : [{ key, faceIds: faceIdsOf(outcome.groups[g]!, outcome.faces) }],
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return { assignments, newPersons };
}
