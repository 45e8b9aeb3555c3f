import { dot } from '../math/vector.ts';
import type { Mean } from './neighbours/group-means.ts';

/**
 * Faces that clustering takes for one person. Its evidence is the faces by which it is compared with other groups
 * (group-distance.ts): its core faces, or its weak faces as long as it has no core face. Of the evidence only sums are kept.
 */
export interface FaceGroup {
  /** All its faces, evidence or not: positions in `InitialState.faces`, which are sorted by id. */
  members: readonly number[];
  /** The photos of its faces, by the numbers in `InitialState.photos`. */
  photos: ReadonlySet<number>;
  /** Sum of the vectors of the evidence. */
  sum: Float64Array;
  /** What is known of the mean of the evidence; undefined: nothing. */
  mean: Mean | undefined;
  /** Sum of their squared lengths, less the threshold offset of each face: see `averageLinkage`. */
  squares: number;
  /** Number of faces in the evidence. */
  count: number;
  /** The evidence is weak faces; it is replaced when the group is joined with one that has core faces. */
  provisional: boolean;
  /** The existing person these faces are; undefined for faces without a person. */
  person?: string;
  /** How many of its faces people already see under that person. */
  placed: number;
  /** A human decided something about this person: clustering does not remove it or merge two such persons. */
  kept: boolean;
  /** Persons that a human said at least one of the faces is not. */
  rejections: Set<string>;
  /** True: members and photos are those of an existing person and no others, and are remembered, so that they must not change. */
  remembered?: boolean;
}

/** Adds faces that are no evidence. */
export function addMembers(group: FaceGroup, { members, photos, rejections }: FaceGroup): void {
  if (group.remembered) {
    group.remembered = false;
    group.members = group.members.slice();
    group.photos = new Set(group.photos);
  }
  for (const member of members) (group.members as number[]).push(member);
  for (const photo of photos) (group.photos as Set<number>).add(photo);
  for (const person of rejections) group.rejections.add(person);
}

export function emptyGroup(dimensions: number): FaceGroup {
  return {
    members: [],
    photos: new Set(),
    sum: new Float64Array(dimensions),
    mean: undefined,
    squares: 0,
    count: 0,
    provisional: false,
    placed: 0,
    kept: false,
    rejections: new Set(),
  };
}

/**
 * Adds a face to what the group is compared by.
 * @param offset added to the limit for the distances of this face to others; a squared distance, negative for a stricter limit
 */
export function addEvidence(group: FaceGroup, vector: Float32Array, offset: number): void {
  for (let k = 0; k < vector.length; k++) group.sum[k]! += vector[k]!;
  group.mean = undefined;
  group.squares += dot(vector, vector) - offset;
  group.count++;
}

/** The squared length of the sum. */
export function squareOfSum(group: FaceGroup): number {
  group.mean ??= {};
  if (group.mean.square === undefined) {
    let square = 0;
    for (const value of group.sum) square += value * value;
    group.mean.square = square;
  }
  return group.mean.square;
}

/**
 * Adds the faces of `from` to `into`. The group keeps the id of a kept person; of two others the id under which users see more
 * of the faces, else the id that was made first.
 */
export function join(into: FaceGroup, from: FaceGroup): void {
  const lasting = survivor(into, from);
  into.placed = lasting.placed;
  into.person = lasting.person;
  into.kept ||= from.kept;
  addMembers(into, from);
  if (from.provisional && !into.provisional) return;
  into.mean = undefined;
  const fresh = into.provisional && !from.provisional;
  for (let k = 0; k < into.sum.length; k++) into.sum[k] = (fresh ? 0 : into.sum[k]!) + from.sum[k]!;
  into.squares = (fresh ? 0 : into.squares) + from.squares;
  into.count = (fresh ? 0 : into.count) + from.count;
  into.provisional = from.provisional;
}

function survivor(a: FaceGroup, b: FaceGroup): FaceGroup {
  if (a.kept !== b.kept) return a.kept ? a : b;
  if (a.person === undefined || b.person === undefined) return b.person === undefined ? a : b;
  if (a.placed !== b.placed) return a.placed > b.placed ? a : b;
  return a.person <= b.person ? a : b;
}
