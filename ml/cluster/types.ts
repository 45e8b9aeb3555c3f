/** Clustering's input and output. It is pure: no clock, no chance, no order of input. */
import type { Grade, Metric } from '../types.ts';

export interface ClusterFace {
  id: string;
  photoId: string;
  /** Raw output of one recogniser, the same for all faces of one call; empty for a face that is never compared. */
  embedding: Float32Array;
  grade: Grade;
  /** The detector's confidence, 0..1. */
  score: number;
  sizePx: number;
  /** The person the face belongs to now; null: to none. */
  personId: string | null;
  /** True when a human put it there (or, with personId null, said that it has no person): it never moves. */
  manual: boolean;
  /**
   * True: the machine thinks the face over, also in mode `extend`, because it was placed before all photos of its upload were
   * known. A face of a kept person stays.
   */
  regroup?: boolean;
  /**
   * True: the machine put it into its person after a human had last decided something about the person, so nobody has said
   * that it is right. In mode `rebuild` it may leave a kept person (release-unseen-faces.ts).
   */
  unseen?: boolean;
}

export type ClusterDecision =
  /** A human said this face is not that person. Holds for ever. */
  | { kind: 'rejection'; faceId: string; personId: string }
  /** A human split these two, or answered no to a suggestion: never merged, never suggested again. */
  | { kind: 'kept-apart'; personA: string; personB: string }
  /**
   * For a person that is named, hidden or has a picture chosen by a human. Clustering never removes such a person, never
   * merges it into another and never gives its faces to another, except `unseen` ones in mode `rebuild`. The same holds
   * without this decision for a person with a manual face and for one that another decision refers to. Persons with
   * different names are never the same.
   */
  | { kind: 'keep-person'; personId: string; name?: string };

/** What was measured of a recogniser, in cosine distance. */
export interface Calibration {
  /** Fixed threshold at which adults are told apart. */
  threshold: number;
  strangers: {
    /** Mean of the distances between strangers, chosen low, because it counts most in a gallery with few known strangers. */
    mean: number;
    deviation: number;
    /** Two faces farther apart than this are presumed to be different people. */
    presumedFrom: number;
    /**
     * Number of strangers of a gallery that may lie below the threshold of a face, if their distances are normally distributed.
     * Real distances have a longer tail, so in truth there are more.
     */
    falseMatches: number;
    /** The threshold of a face stays within this range. */
    range: readonly [lowest: number, highest: number];
    /**
     * Up to four faces join a larger group from beyond the threshold; absent where it was not measured (absorb-rule.ts).
     */
    absorb?: {
      /** A ratio: every other group is at least this many times as far. */
      margin: number;
      /** The smallest number of faces of the larger group, at least 2. */
      groupMin: number;
      /** Two groups of at least so many faces that are as near take none; no smaller than `groupMin`. */
      lookAlikeMin: number;
    };
    /**
     * Two single faces are one person only if they are nearer than the threshold by this number of deviations; absent where
     * it was not measured (join-rule.ts).
     */
    singleFaceMarginDeviations?: number;
    /**
     * For searches in many galleries (server/features/faces/my-photos/search-thresholds.ts): a person matches without a question
     * whose distance is at least `deviations` deviations below the mean, if at most `persons` persons are searched. Among
     * more persons more strangers are near by chance: for ten times as many persons the distance has to be `morePerTenfold`
     * deviations lower. By `moreBesideSibling` it has to be lower where the family has another child who is not looked for, so that nothing says
     * that there are two.
     */
    search: { deviations: number; persons: number; morePerTenfold: number; moreBesideSibling: number };
  };
}

/** How the thresholds of one gallery came about. Distances by cosine. */
export interface ThresholdReport {
  /** `little-evidence`: too few faces to know; the recogniser's own figures weigh most. */
  reason: 'little-evidence' | 'faces-alike' | 'faces-distinct' | 'as-calibrated';
  /** The median of the faces' thresholds less the threshold that is set. */
  change: number;
  /** Mean and standard deviation of the distances between strangers in this gallery. */
  mean: number;
  deviation: number;
  calibrated: number;
}

export interface ClusterParameters {
  metric: Metric;
  /** In the metric's own units, 0..1. Two groups whose average distance is at most this are one person; see `calibration`. */
  threshold: number;
  /**
   * `extend` (photos came): faces placed before stay together; groups may only grow or join.
   * `rebuild` (settings or models changed): what no human has touched is grouped afresh and inherits the ids.
   */
  mode: 'extend' | 'rebuild';
  /** Thresholds follow the gallery where it is given; without it the threshold is the same for all faces. */
  calibration?: Calibration;
}

export interface ClusterInput {
  faces: readonly ClusterFace[];
  decisions: readonly ClusterDecision[];
  parameters: ClusterParameters;
}

/** An existing person's id, or the key of one of the plan's `newPersons`. */
export type PersonRef = string;

/** Two groups that are as near as the faces of one person, and are two people all the same. */
interface LookAlikes {
  a: PersonRef;
  b: PersonRef;
  /** In the metric's units, less the offsets of both. */
  distance: number;
  /** Nothing but one photo of both keeps the machine from taking them for one person. */
  byOnePhoto: boolean;
}

export interface ClusterPlan {
  /**
   * Only what changes. `person` is null for a face without a person. Never names a manual face. A person no
   * human had touched and all of whose faces go is gone with them.
   */
  assignments: { faceId: string; person: PersonRef | null }[];
  /** To be created before the assignments are written. Keys begin with `new:` and are stable for equal input. */
  newPersons: { key: string; faceIds: string[] }[];
  /**
   * "Same person?": pairs just beyond the threshold, and single faces just within it, those first whose yes is likely to join
   * the most faces. `distance` in the metric's units, as the threshold judges it: less the offsets of both.
   */
  suggestions: { a: PersonRef; b: PersonRef; distance: number }[];
  /** Nearest first. */
  lookAlikes: LookAlikes[];
  /** The whole outcome, changed or not: who consists of which faces, manual ones included. */
  groups: { person: PersonRef; faceIds: string[] }[];
  /** Absent where the thresholds do not follow the gallery. */
  thresholds?: ThresholdReport;
}

/** A plan without the groups that it leaves as they are. */
export type Growth = Omit<ClusterPlan, 'groups'>;
