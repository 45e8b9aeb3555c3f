import type { ClusterFace, ClusterPlan, PersonRef } from './types.ts';

/** What a plan would do to a gallery, for people to read before it is done. */
export interface ClusterPreview {
  personsBefore: number;
  personsAfter: number;
  /** Persons of now that would be one. */
  merges: { persons: string[]; into: PersonRef }[];
  /** Persons of now whose faces would part. */
  splits: { person: string; into: PersonRef[] }[];
  facesMoved: number;
  /** Kept persons that would lose a face: by construction none but faces a human rejected. */
  keptLosing: string[];
  keptGaining: string[];
}

/** Compares a plan with the assignment it was made from. `kept` holds named and otherwise kept persons. */
export function previewClusters(
  faces: readonly ClusterFace[],
  plan: ClusterPlan,
  kept: ReadonlySet<string>,
): ClusterPreview {
  const place = new Map<string, PersonRef>();
  for (const { person, faceIds } of plan.groups) for (const id of faceIds) place.set(id, person);
  const from = new Map<PersonRef, Set<string>>();
  const to = new Map<string, Set<PersonRef>>();
  const losing = new Set<string>();
  const gaining = new Set<string>();
  let facesMoved = 0;
  for (const { id, personId } of faces) {
    const person = place.get(id);
    if (person !== (personId ?? undefined)) facesMoved++;
    if (personId !== null && person !== personId && kept.has(personId)) losing.add(personId);
    if (person !== undefined && person !== personId && kept.has(person)) gaining.add(person);
    if (personId === null || person === undefined) continue;
    from.set(person, (from.get(person) ?? new Set()).add(personId));
    to.set(personId, (to.get(personId) ?? new Set()).add(person));
  }
  return {
    personsBefore: new Set(faces.map((face) => face.personId).filter((id) => id !== null)).size,
    personsAfter: plan.groups.length,
    merges: [...from]
      .filter(([, persons]) => persons.size > 1)
      .map(([into, persons]) => ({ persons: [...persons].sort(), into })),
    splits: [...to]
      .filter(([, refs]) => refs.size > 1)
      .map(([person, refs]) => ({ person, into: [...refs].sort() })),
    facesMoved,
    keptLosing: [...losing].sort(),
    keptGaining: [...gaining].sort(),
  };
}
