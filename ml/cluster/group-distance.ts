/**
 * Groups compared by the directions of their means instead of by all pairs of faces. What is peculiar to single photos (pose,
 * blur, light) averages out in the mean of many faces: a face is more like the mean of its person than like a face of it.
 * Strangers come no nearer, once the mean is as long as a face again.
 *
 * Lengths are measured from what all faces of the gallery have in common. Strangers have the similarity s, which is the
 * squared length of the common part (children of one age: .24 by MobileFaceNet, adults .04); of a group's mean of squared
 * length q the peculiar part is q - s, and 1 - s of one face. So the peculiar part of the similarity grows by
 * sqrt((1 - s) / (q - s)) for each group, and two strangers keep the similarity s.
 */
import { clustering } from '../parameters/clustering-tuning.ts';
import type { FaceGroup } from './face-group.ts';

/**
 * `linkage` of the groups if they had the scatter of a single face. Only for unit vectors.
 *
 * @param strangers mean cosine similarity of strangers in the gallery, below 1
 */
export function linkageOfDirections(a: FaceGroup, b: FaceGroup, strangers: number): number {
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let k = 0; k < a.sum.length; k++) {
    const [x, y] = [a.sum[k]!, b.sum[k]!];
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const peculiar = product / (a.count * b.count) - strangers;
  const similarity =
    strangers +
    peculiar *
      lengthening(squareA / a.count ** 2, strangers) *
      lengthening(squareB / b.count ** 2, strangers);
  return a.squares / a.count + b.squares / b.count - 2 * similarity;
}

/** sqrt((1 - s) / (q - s)) of the head of this file: the peculiar part of one face, in lengths of that of the mean. */
function lengthening(square: number, strangers: number): number {
  const face = 1 - strangers;
  const shortest = face * (1 - clustering.absorbScatterMax.value);
  return Math.sqrt(face / Math.max(shortest, square - strangers));
}
