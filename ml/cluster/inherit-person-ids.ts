import type { FaceGroup } from './face-group.ts';
import type { InitialState } from './initial-groups.ts';
import type { PersonRef } from './types.ts';

/** A new group that could take over the id of the person some of its faces belonged to. */
interface Claim {
  group: number;
  person: string;
  faces: number;
}

/**
 * Gives every group a person id. Groups that carry a person keep it; the others inherit the person most of their faces
 * belonged to, each id once, most faces first; what is left is new, keyed by its first face.
 */
export function inheritPersonIds({ faces }: InitialState, groups: readonly FaceGroup[]): PersonRef[] {
  const refs: (PersonRef | undefined)[] = groups.map((group) => group.person);
  const taken = new Set(refs.filter((ref) => ref !== undefined));
  const claims: Claim[] = [];
  groups.forEach((node, group) => {
    if (node.person !== undefined) return;
    const counts = new Map<string, number>();
    for (const i of node.members) {
      const before = faces[i]!.personId;
      if (before !== null && !taken.has(before)) counts.set(before, (counts.get(before) ?? 0) + 1);
    }
    for (const [person, count] of counts) claims.push({ group, person, faces: count });
  });
  claims.sort(
    (a, b) => b.faces - a.faces || (a.person < b.person ? -1 : a.person > b.person ? 1 : a.group - b.group),
  );
  for (const { group, person } of claims) {
    if (refs[group] !== undefined || taken.has(person)) continue;
    // A face that a human rejected for this person must not inherit the person.
    if (groups[group]!.rejections.has(person)) continue;
    refs[group] = person;
    taken.add(person);
  }
  return refs.map((ref, group) => ref ?? `new:${faces[Math.min(...groups[group]!.members)]!.id}`);
}
