/**
 * The three metrics as one geometry. Groups are compared by the mean of SQUARED Euclidean distances between their
 * faces, because that mean needs no list of pairs: mean|x-y|2 = mean|x|2 + mean|y|2 - 2 mean(x).mean(y). On unit
 * vectors it is twice the mean cosine distance, so `cosine` is average linkage to the letter; `euclidean_l2` is
 * the same under another scale; `euclidean` works on the raw vectors.
 */
import { normalised, squaredDistance } from '../math/vector.ts';
import type { Metric } from '../types.ts';

/** The vector in whose space squared distances are compared. */
export const toSpace = (embedding: Float32Array, metric: Metric): Float32Array =>
  metric === 'euclidean' ? embedding : normalised(embedding);

/** Whether two faces are one person's, as far as two faces tell; false where one has no embedding. */
export const agree = (a: Float32Array, b: Float32Array, metric: Metric, threshold: number): boolean =>
  a.length > 0 &&
  a.length === b.length &&
  squaredDistance(toSpace(a, metric), toSpace(b, metric)) <= toSquared(threshold, metric);

/** A distance in the metric's units as a squared distance. */
export const toSquared = (distance: number, metric: Metric): number =>
  metric === 'cosine' ? 2 * distance : distance * distance;

/** A squared distance in the metric's units. */
export const fromSquared = (squared: number, metric: Metric): number =>
  metric === 'cosine' ? squared / 2 : Math.sqrt(Math.max(0, squared));
