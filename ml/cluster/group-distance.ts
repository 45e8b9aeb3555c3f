/**
 * The distance between two groups of faces, called linkage in hierarchical clustering; in squared distance (metric.ts). Groups
 * are joined by `averageLinkage` (agglomerate.ts). Where a recogniser names figures for it (`absorb`), small groups are absorbed by
 * `linkagesOfDirections` (absorb-rule.ts).
 */
import { clustering } from '../parameters/clustering-tuning.ts';
import { type FaceGroup, squareOfSum } from './face-group.ts';

/**
 * Average linkage: the mean squared distance between the evidence of two groups, less the mean threshold offset of each group.
 * Compared with one limit, it is the mean distance of the pairs of faces compared with the mean of the limits of these pairs.
 * @param product of the sums of both
 */
export const averageLinkage = (a: FaceGroup, b: FaceGroup, product = productOf(a, b)): number =>
  linkage(a, b, product);

/**
 * The distance of two of some groups, by their places among them.
 * @param product of the sums of both; NaN or absent where it is not known
 */
export type Linkages = (i: number, j: number, product?: number) => number;

/** `averageLinkage` of two of these groups. */
export function averageLinkageOf(groups: readonly FaceGroup[]): Linkages {
  const counts = Float64Array.from(groups, ({ count }) => count);
  const own = Float64Array.from(groups, ({ squares, count }) => squares / count);
  return (i, j, known = Number.NaN) => {
    const product = Number.isNaN(known) ? productOf(groups[i]!, groups[j]!) : known;
    return own[i]! + own[j]! - (2 * product) / (counts[i]! * counts[j]!);
  };
}

function productOf(a: FaceGroup, b: FaceGroup): number {
  let product = 0;
  for (let k = 0; k < a.sum.length; k++) product += a.sum[k]! * b.sum[k]!;
  return product;
}

const linkage = (a: FaceGroup, b: FaceGroup, product: number): number =>
  a.squares / a.count + b.squares / b.count - (2 * product) / (a.count * b.count);

export function averageLinkages(a: FaceGroup, others: readonly FaceGroup[]): number[] {
  const linkages = productsOf(a, others);
  for (let at = 0; at < others.length; at++) linkages[at] = linkage(a, others[at]!, linkages[at]!);
  return linkages;
}

/** The products of sums, four at a time, because one sum alone waits for each of its additions; the results are the same. */
export function productsOf(a: FaceGroup, others: readonly FaceGroup[]): number[] {
  const products: number[] = [];
  const { sum } = a;
  let at = 0;
  for (; at + 4 <= others.length; at += 4) {
    const sumB = others[at]!.sum;
    const sumC = others[at + 1]!.sum;
    const sumD = others[at + 2]!.sum;
    const sumE = others[at + 3]!.sum;
    let toB = 0;
    let toC = 0;
    let toD = 0;
    let toE = 0;
    for (let k = 0; k < sum.length; k++) {
      const value = sum[k]!;
      toB += value * sumB[k]!;
      toC += value * sumC[k]!;
      toD += value * sumD[k]!;
      toE += value * sumE[k]!;
    }
    products.push(toB, toC, toD, toE);
  }
  for (; at < others.length; at++) products.push(productOf(a, others[at]!));
  return products;
}

/**
 * The distance of the directions of both means, on the scale of `averageLinkage`. What belongs to a single photo (pose, blur,
 * light) averages out in the mean of many faces, so a face is nearer to the mean of its person than to the faces of the person.
 * The mean is shorter than a face, so it is lengthened to the length of one.
 *
 * Only the part that a mean does not share with strangers is lengthened. Strangers have the similarity s on average (children
 * of one age .24 by MobileFaceNet, adults .04), which is the squared length of what all faces of the gallery share. A mean of
 * squared length q has q - s beside it, a single face 1 - s, so that part grows by sqrt((1 - s) / (q - s)). Two groups of
 * strangers keep the similarity s.
 *
 * Only for unit vectors.
 * @param strangers s: mean cosine similarity of strangers in the gallery, below 1
 */
export function linkagesOfDirections(groups: readonly FaceGroup[], strangers: number): Linkages {
  const counts = Float64Array.from(groups, ({ count }) => count);
  const own = Float64Array.from(groups, ({ squares, count }) => squares / count);
  const lengthenings = Float64Array.from(groups, (group) =>
    lengthening(squareOfSum(group) / group.count ** 2, strangers),
  );
  return (i, j, known = Number.NaN) => {
    const product = Number.isNaN(known) ? productOf(groups[i]!, groups[j]!) : known;
    const beyondStrangers = product / (counts[i]! * counts[j]!) - strangers;
    const similarity = strangers + beyondStrangers * lengthenings[i]! * lengthenings[j]!;
    return own[i]! + own[j]! - 2 * similarity;
  };
}

/**
 * sqrt((1 - s) / (q - s)) of `linkagesOfDirections`. A mean that is shorter than `absorbScatterMax` allows is lengthened no
 * further.
 * @param square q: squared length of the mean of a group
 */
function lengthening(square: number, strangers: number): number {
  const face = 1 - strangers;
  const shortest = face * (1 - clustering.absorbScatterMax.value);
  return Math.sqrt(face / Math.max(shortest, square - strangers));
}
