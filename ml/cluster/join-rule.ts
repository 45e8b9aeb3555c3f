/**
 * By which distance two groups of faces become one person. Two single faces have to be nearer than the threshold: of the pairs
 * of strangers that a gallery has, some lie below any threshold, and nothing else speaks for these two. A group of pictures that
 * differ has already shown how far its person's pictures are apart, and a stranger is rarely near to all of them. Pictures that
 * hardly differ (a burst, copies of one picture) say no more than one of them, and count as a single face. What is held back is
 * asked about (suggest-merges.ts). Another margin, to the second nearest group, holds where a group absorbs faces: absorb-rule.ts.
 */
import { clustering } from '../parameters/clustering-tuning.ts';
import type { FaceGroup } from './face-group.ts';
import type { Calibration, ThresholdReport } from './types.ts';

export interface JoinRule {
  /** `linkage` up to which two groups are one person. */
  limit: number;
  /** Squared distance by which two single faces have to be nearer; 0 where the recogniser names none. */
  singleFaceMargin: number;
}

/** @param report absent where thresholds do not follow the gallery: then there is no margin either */
export function joinRule(
  limit: number,
  calibration: Calibration | undefined,
  report: ThresholdReport | undefined,
): JoinRule {
  const deviations = calibration?.strangers.singleFaceMargin ?? 0;
  // A squared distance of unit vectors is twice the cosine distance.
  return { limit, singleFaceMargin: report ? 2 * deviations * report.deviation : 0 };
}

/**
 * 1 for one face and for copies of one picture, 0 for pictures that differ. Only for unit vectors, whose squared length is 1
 * each: `FaceGroup.squares` would give another scatter, as the threshold offset of each face is subtracted in it.
 */
export function singleFaceShare({ sum, count }: FaceGroup): number {
  if (count < 2) return 1;
  const square = sum.reduce((total, value) => total + value * value, 0);
  const scatter = 1 - square / count ** 2;
  return Math.max(0, Math.min(1, 1 - scatter / clustering.differingPictures.value));
}

/** @param shares `singleFaceShare` of both groups */
export const isNearEnough = (
  linkage: number,
  { limit, singleFaceMargin }: JoinRule,
  shares: readonly [number, number],
): boolean => linkage + singleFaceMargin * shares[0] * shares[1] <= limit;
