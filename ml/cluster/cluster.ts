/**
 * From faces and decisions to a plan: build the initial groups, join them, assign weak faces, inherit person ids,
 * compare with what was, suggest merges.
 */
import { absorbSmallGroups } from './absorb-small-groups.ts';
import { agglomerate } from './agglomerate.ts';
import { assignWeakFaces } from './assign-weak-faces.ts';
import type { FaceGroup } from './face-group.ts';
import { inheritPersonIds } from './inherit-person-ids.ts';
import { buildInitialGroups, type InitialState } from './initial-groups.ts';
import { toSquared } from './metric.ts';
import { suggestionDistance, suggestMerges } from './suggest-merges.ts';
import type { ClusterInput, ClusterPlan, PersonRef } from './types.ts';

/**
 * Says who is who in one gallery. Pure: equal input gives an equal plan, in whatever order it comes. Never puts
 * two faces of one photo into one person, never moves a manual face, never undoes a rejection, never removes or
 * absorbs a kept person. Applying the plan and calling again with mode `extend` gives a plan without changes.
 *
 * Throws RangeError where embeddings differ in length or the threshold is not within 0..1.
 */
export function clusterFaces(input: ClusterInput): ClusterPlan {
  const { metric, threshold } = input.parameters;
  if (!(threshold >= 0 && threshold <= 1)) throw new RangeError(`threshold ${threshold} is not within 0..1`);
  const initial = buildInitialGroups(input);
  const limit = toSquared(threshold, metric);
  // A kept person with only weak faces has nothing to compare: the person stays as it is.
  const withoutEvidence = initial.groups.filter((group) => group.count === 0);
  const joined = joinAll(
    initial.groups.filter((group) => group.count > 0),
    initial.dimensions,
    limit,
  );
  assignWeakFaces(initial, joined, limit);
  const all = [...joined, ...withoutEvidence];
  const refs = inheritPersonIds(initial, all);
  const greyLimit = toSquared(suggestionDistance(threshold, metric), metric);
  return {
    ...compare(initial, all, refs),
    suggestions: suggestMerges(
      joined.map((group, i) => ({ group, ref: refs[i]! })),
      initial.dimensions,
      greyLimit,
      initial.different,
      input.parameters,
    ),
  };
}

/** Repeats both steps until neither changes anything, so that a second call changes nothing either. */
function joinAll(groups: FaceGroup[], dimensions: number, limit: number): FaceGroup[] {
  const joined = agglomerate(groups, dimensions, limit);
  const adopted = absorbSmallGroups(joined, dimensions, limit);
  return adopted ? joinAll(adopted, dimensions, limit) : joined;
}

/** What is different from now. */
function compare(
  { faces }: InitialState,
  all: readonly FaceGroup[],
  refs: readonly PersonRef[],
): Omit<ClusterPlan, 'suggestions'> {
  const placeOf = new Map<string, PersonRef>();
  const groups = all
    .map((group, g) => {
      const faceIds = group.members.toSorted((a, b) => a - b).map((i) => faces[i]!.id);
      for (const id of faceIds) placeOf.set(id, refs[g]!);
      return { person: refs[g]!, faceIds };
    })
    .sort((a, b) => (a.person < b.person ? -1 : 1));
  const assignments: ClusterPlan['assignments'] = [];
  for (const { id, personId, manual } of faces) {
    const person = placeOf.get(id) ?? null;
    if (!manual && person !== personId) assignments.push({ faceId: id, person });
  }
  const existing = new Set(faces.map((face) => face.personId));
  const newPersons = groups
    .filter(({ person }) => !existing.has(person))
    .map(({ person, faceIds }) => ({ key: person, faceIds }));
  return { assignments, newPersons, groups };
}
