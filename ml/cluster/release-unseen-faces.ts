/**
 * Which faces leave a kept person when the settings change: those that the machine added after a human had last looked at the
 * person, and that the new threshold would not put there. Without this a threshold tried once, too high, would leave
 * strangers with named people for ever.
 */
import { dot } from '../math/vector.ts';
import { addEvidence, emptyGroup, type FaceGroup } from './face-group.ts';
import { averageLinkage } from './group-distance.ts';

interface PlacedFace {
  vector: Float32Array;
  /** As in `addEvidence`. */
  offset: number;
  unseen: boolean;
}

/**
 * A face leaves that is beyond the limit both from every face that a human saw, and on average from all others of the person:
 * one of another pose is often far from the single face by which the person was named, but near to the rest, and people whose
 * faces a human put together may look very different. Where no face that a human saw can be compared, all stay.
 *
 * @param faces the evidence of one person
 * @param limit the largest squared distance of two groups that are one person
 * @returns positions in `faces`
 */
export function facesToRelease(faces: readonly PlacedFace[], dimensions: number, limit: number): number[] {
  const groupOf = (face: PlacedFace) => {
    const group = emptyGroup(dimensions);
    addEvidence(group, face.vector, face.offset);
    return group;
  };
  const seen = faces.filter((face) => !face.unseen).map(groupOf);
  if (seen.length === 0) return [];
  const all = emptyGroup(dimensions);
  for (const { vector, offset } of faces) addEvidence(all, vector, offset);
  return faces.flatMap((face, at) => {
    if (!face.unseen) return [];
    const single = groupOf(face);
    const isNear = (group: FaceGroup) => averageLinkage(single, group) <= limit;
    return seen.some(isNear) || isNear(without(all, face)) ? [] : [at];
  });
}

function without(group: FaceGroup, { vector, offset }: PlacedFace): FaceGroup {
  return {
    ...group,
    sum: group.sum.map((value, k) => value - vector[k]!),
    squares: group.squares - (dot(vector, vector) - offset),
    count: group.count - 1,
  };
}
