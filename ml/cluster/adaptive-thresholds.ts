/**
 * Thresholds that follow the gallery. How near two strangers come depends on who is in the gallery: embeddings of
 * children of one age lie closer together than those of adults (mean cosine distance of strangers by MobileFaceNet:
 * .76 at 6-11 years, .86 at 12-17, .96 at 25-40). One fixed threshold therefore mixes children or splits adults.
 *
 * Each face gets a threshold of its own from its distances to strangers, as score normalisation does in speaker
 * verification (adaptive S-norm: Matejka et al., "Analysis of Score Normalization in Multilingual Speaker
 * Recognition", Interspeech 2017), and a pair joins at the mean of both:
 *
 *   threshold(face) = mean - k * deviation + gain * (near quantile of the face - near quantile of the gallery)
 *
 * Mean and deviation are those of the gallery's stranger distances. k grows with n, the number of strangers a face has in the
 * gallery, so that `falseMatches` of them lie below its threshold: k = probit(1 - falseMatches / n). With little evidence
 * everything is averaged with the recogniser's own figures.
 */
import { dot } from '../math/vector.ts';
import { adaptation } from '../parameters/threshold-adaptation.ts';
import type { ImpostorPairs } from './impostor-pairs.ts';
import type { Calibration, ThresholdReport } from './types.ts';

/** Embeddings of one gallery, canonical order, on the unit sphere; undefined for faces that are never compared. */
interface Faces {
  vectors: readonly (Float32Array | undefined)[];
  isCore(face: number): boolean;
  /** Decides which faces are sampled for the cohort; must not depend on anything but the face. */
  idOf(face: number): string;
}

export interface AdaptiveThresholds {
  /** For each face, in squared distance: two faces join up to the fixed limit plus both offsets. */
  offsets: Float64Array;
  report: ThresholdReport;
}

export function adaptThresholds(
  faces: Faces,
  impostors: ImpostorPairs,
  { threshold, strangers: prior }: Calibration,
): AdaptiveThresholds {
  const compared = faces.vectors.flatMap((vector, i) => (vector ? [i] : []));
  const distances = new StrangerDistances(
    faces.vectors,
    sampleCohort(faces, compared),
    impostors,
    prior.presumedFrom,
  );
  const gallery = describeGallery(distances, prior);
  const strangers = countStrangers(gallery, distances.cohort.length, compared.filter(faces.isCore).length);
  const k = probit(1 - prior.falseMatches / strangers);
  const offsets = new Float64Array(faces.vectors.length);
  const [lowest, highest] = prior.range;
  for (const face of compared) {
    const own = distances.of(face);
    const weight = own.length / (own.length + adaptation.faceEvidence.value);
    const alike = weight * (quantile(own, adaptation.nearQuantile.value) - gallery.near);
    const limit = gallery.mean - k * gallery.deviation + adaptation.faceGain.value * (alike || 0);
    offsets[face] = Math.min(highest, Math.max(lowest, limit)) - threshold;
  }
  return { offsets, report: report(offsets, compared, threshold, gallery) };
}

/** How many strangers a face has: the cohort's share, extrapolated to the gallery, within bounds. */
function countStrangers({ perFace }: GalleryDistances, cohort: number, faces: number): number {
  const count = cohort === 0 ? 0 : (perFace / cohort) * faces;
  return Math.min(adaptation.strangersMax.value, Math.max(adaptation.strangersMin.value, count));
}

/** The faces all others are compared with: a sample that stays nearly the same when photos are added. */
function sampleCohort({ isCore, idOf }: Faces, compared: readonly number[]): number[] {
  return compared
    .filter(isCore)
    .map((face) => ({ face, order: hash(idOf(face)) }))
    .sort((a, b) => a.order - b.order || a.face - b.face)
    .slice(0, adaptation.cohort.value)
    .map(({ face }) => face);
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Numbers compared at a time. */
const STEP = 4;

/**
 * Cosine distances of a face to strangers. Presumed ones are cohort faces farther away than two faces of one person
 * are; impostors count at any distance, and `certainWeight` times.
 */
class StrangerDistances {
  readonly cohort: readonly number[];
  readonly #vectors: Faces['vectors'];
  readonly #impostors: ImpostorPairs;
  readonly #presumedFrom: number;
  /** The cohort's vectors one after another: twice as fast to read as many arrays. */
  readonly #rows: Float32Array;
  readonly #width: number;
  /** The face that is compared, padded as the rows are. */
  readonly #own: Float32Array;
  #found = new Float32Array(4 * adaptation.cohort.value);

  constructor(
    vectors: Faces['vectors'],
    cohort: readonly number[],
    impostors: ImpostorPairs,
    presumedFrom: number,
  ) {
    this.cohort = cohort;
    this.#vectors = vectors;
    this.#impostors = impostors;
    this.#presumedFrom = presumedFrom;
    const dimensions = vectors.find((vector) => vector)?.length ?? 0;
    this.#width = Math.ceil(dimensions / STEP) * STEP;
    this.#rows = new Float32Array(cohort.length * this.#width);
    this.#own = new Float32Array(this.#width);
    cohort.forEach((face, row) => {
      this.#rows.set(vectors[face]!, row * this.#width);
    });
  }

  /** In no particular order; valid until the next call. */
  of(face: number): Float32Array {
    const own = this.#own;
    own.set(this.#vectors[face]!);
    const known = this.#impostors.of(face);
    let end = 0;
    for (let row = 0; row < this.cohort.length; row++) {
      const distance = 1 - this.#product(own, row);
      if (distance <= this.#presumedFrom) continue;
      const other = this.cohort[row]!;
      if (other !== face && !known.has(other)) this.#found[end++] = distance;
    }
    const weight = adaptation.certainWeight.value;
    if (end + weight * known.size > this.#found.length) this.#grow(end + weight * known.size);
    for (const other of known) {
      const vector = this.#vectors[other];
      if (!vector) continue;
      const distance = 1 - dot(this.#vectors[face]!, vector);
      for (let times = 0; times < weight; times++) this.#found[end++] = distance;
    }
    return this.#found.subarray(0, end);
  }

  #product(own: Float32Array, row: number): number {
    const rows = this.#rows;
    let at = row * this.#width;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0; k < own.length; k += STEP, at += STEP) {
      a += own[k]! * rows[at]!;
      b += own[k + 1]! * rows[at + 1]!;
      c += own[k + 2]! * rows[at + 2]!;
      d += own[k + 3]! * rows[at + 3]!;
    }
    return a + b + c + d;
  }

  #grow(length: number): void {
    const larger = new Float32Array(length);
    larger.set(this.#found);
    this.#found = larger;
  }
}

interface GalleryDistances {
  mean: number;
  deviation: number;
  near: number;
  /** Stranger distances known for a face, on average. */
  perFace: number;
}

/**
 * Median and upper deviation, because the lower side also holds faces of one person; both averaged with the
 * recogniser's figures while there are few.
 */
function describeGallery(distances: StrangerDistances, prior: Calibration['strangers']): GalleryDistances {
  const lists = distances.cohort.map((face) => distances.of(face).slice());
  const all = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  const perFace = lists.length === 0 ? 0 : all.length / lists.length;
  const weight = perFace / (perFace + adaptation.galleryEvidence.value);
  const median = quantile(all, 0.5) || 0;
  // The normal distribution has 84.1 % below mean + deviation.
  const deviation = (quantile(all, 0.841) || 0) - median;
  return {
    mean: weight * median + (1 - weight) * prior.mean,
    deviation: weight * deviation + (1 - weight) * prior.deviation,
    near: quantile(all, adaptation.nearQuantile.value),
    perFace,
  };
}

/** Changes the order of the values. NaN for an empty list. Quickselect (Hoare, "Algorithm 65: find", 1961). */
function quantile(values: Float32Array, share: number): number {
  if (values.length === 0) return Number.NaN;
  const wanted = Math.min(values.length - 1, Math.floor(share * values.length));
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let left = from;
    let right = to;
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    if (wanted <= right) to = right;
    else if (wanted >= left) from = left;
    else break;
  }
  return values[wanted]!;
}

function report(
  offsets: Float64Array,
  compared: readonly number[],
  threshold: number,
  { mean, deviation, perFace }: GalleryDistances,
): ThresholdReport {
  const middle =
    quantile(
      Float32Array.from(compared, (face) => offsets[face]!),
      0.5,
    ) || 0;
  const reason =
    perFace < adaptation.strangersMin.value / 2
      ? 'little-evidence'
      : middle < -adaptation.noticeable.value
        ? 'faces-alike'
        : middle > adaptation.noticeable.value
          ? 'faces-distinct'
          : 'as-calibrated';
  return { reason, change: middle, mean, deviation, calibrated: threshold };
}

/** Inverse of the standard normal distribution by bisection of `normal`; p within 0..1. */
function probit(p: number): number {
  let low = -8;
  let high = 8;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (normal(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Cumulative standard normal distribution (Abramowitz & Stegun 26.2.17, error below 7.5e-8). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x > 0 ? 1 - tail : tail;
}
