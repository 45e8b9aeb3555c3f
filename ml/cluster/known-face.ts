import type { Mean } from './neighbours/group-means.ts';
import type { StrangersOfFace } from './stranger-distances.ts';

/** One embedding of a face, and what is computed from it. */
export interface KnownFace {
  readonly id: string;
  /** Another one makes the rest void. */
  readonly embedding: Float32Array;
  /** Where the face lies in the metric's space. */
  readonly vector: Float32Array;
  /** The vector's squared length. */
  readonly square: number;
  /** Decides whether the face is sampled for the cohort; depends on nothing but the id. */
  readonly order: number;
  readonly mean: Mean;
  strangers?: StrangersOfFace;
}

export const areSame = (a: readonly KnownFace[], b: readonly KnownFace[]): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
