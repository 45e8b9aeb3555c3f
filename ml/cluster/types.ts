/** Clustering's input and output. It is pure: no clock, no chance, no order of input. */
import type { Grade, Metric } from '../types.ts';

export interface ClusterFace {
  id: string;
  photoId: string;
  /** Raw output of one recogniser, the same for all faces of one call. */
  embedding: Float32Array;
  grade: Grade;
  /** The detector's confidence, 0..1. */
  score: number;
  sizePx: number;
  /** Where the face is now; null where it is nowhere. */
  personId: string | null;
  /** True when a human put it there (or, with personId null, said that it has no person): it never moves. */
  manual: boolean;
}

export type ClusterDecision =
  /** A human said this face is not that person. Holds for ever. */
  | { kind: 'not-this-person'; faceId: string; personId: string }
  /** A human split these two, or answered no to a suggestion: never merged, never suggested again. */
  | { kind: 'different-people'; personA: string; personB: string }
  /**
   * Named, hidden, linked to a member, or with a chosen picture. Such a person is never removed, absorbed or
   * robbed of faces. A person with a manual face, or named by another decision, is kept without saying.
   */
  | { kind: 'keep-person'; personId: string };

export interface ClusterParameters {
  metric: Metric;
  /** In the metric's own units, 0..1. Two groups whose average distance is at most this are one person. */
  threshold: number;
  /**
   * `extend` (photos came): faces placed before stay together; groups may only grow or join.
   * `rebuild` (settings or models changed): what no human has touched is grouped afresh and inherits the ids.
   */
  mode: 'extend' | 'rebuild';
}

export interface ClusterInput {
  faces: readonly ClusterFace[];
  decisions: readonly ClusterDecision[];
  parameters: ClusterParameters;
}

/** An existing person's id, or the key of one of the plan's `newPersons`. */
export type PersonRef = string;

export interface ClusterPlan {
  /**
   * Only what changes. `person` is null for a face without a person. Never names a manual face. A person no
   * human had touched and all of whose faces go is gone with them.
   */
  assignments: { faceId: string; person: PersonRef | null }[];
  /** To be created before the assignments are written. Keys begin with `new:` and are stable for equal input. */
  newPersons: { key: string; faceIds: string[] }[];
  /** "Same person?": pairs just beyond the threshold, nearest first; `distance` in the metric's units. */
  suggestions: { a: PersonRef; b: PersonRef; distance: number }[];
  /** The whole outcome, changed or not: who consists of which faces, manual ones included. */
  groups: { person: PersonRef; faceIds: string[] }[];
}
