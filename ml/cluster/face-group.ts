import { dot } from '../math/vector.ts';

/** Faces that clustering takes for one person. Only evidence (core faces; weak ones where there is no other) is summed. */
export interface FaceGroup {
  /** Canonical indices of all its faces, evidence or not. */
  members: number[];
  photos: Set<number>;
  sum: Float64Array;
  /** Sum of squared lengths of the evidence, less the offset of each face's threshold: see `linkage`. */
  squares: number;
  /** Number of faces in the sum. */
  count: number;
  /** The sum holds weak faces for want of better; it is dropped as soon as core faces come. */
  provisional: boolean;
  /** The existing person these faces are; undefined for faces without a person. */
  person?: string;
  /** How many of its faces people already see under that person. */
  placed: number;
  /** A human decided something about this person: clustering does not remove it or merge two such persons. */
  kept: boolean;
  /** Persons that a human said at least one of the faces is not. */
  rejections: Set<string>;
}

export function emptyGroup(dimensions: number): FaceGroup {
  return {
    members: [],
    photos: new Set(),
    sum: new Float64Array(dimensions),
    squares: 0,
    count: 0,
    provisional: false,
    placed: 0,
    kept: false,
    rejections: new Set(),
  };
}

/** @param offset added to the limit for this face's distances to others; a squared distance, negative for a stricter limit */
export function addEvidence(group: FaceGroup, vector: Float32Array, offset: number): void {
  for (let k = 0; k < vector.length; k++) group.sum[k]! += vector[k]!;
  group.squares += dot(vector, vector) - offset;
  group.count++;
}

/**
 * Mean squared distance between the evidence of two groups (see `metric.ts`), less the mean offsets of both. Comparing
 * it with one limit is comparing each pair of faces with a limit of its own.
 */
export function linkage(a: FaceGroup, b: FaceGroup): number {
  let product = 0;
  for (let k = 0; k < a.sum.length; k++) product += a.sum[k]! * b.sum[k]!;
  return a.squares / a.count + b.squares / b.count - (2 * product) / (a.count * b.count);
}

/** Puts `from` into `into`. A kept person's id survives, else the one most faces are known by, else the older. */
export function join(into: FaceGroup, from: FaceGroup): void {
  const lasting = survivor(into, from);
  into.placed = lasting.placed;
  into.person = lasting.person;
  into.kept ||= from.kept;
  for (const member of from.members) into.members.push(member);
  for (const photo of from.photos) into.photos.add(photo);
  for (const person of from.rejections) into.rejections.add(person);
  if (from.provisional && !into.provisional) return;
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
