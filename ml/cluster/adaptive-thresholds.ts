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
 * Mean and deviation are those of the gallery's stranger distances. k grows with their number n, so that a face has
 * `falseMatches` strangers below its threshold: k = probit(1 - falseMatches / n). With little evidence everything is
 * drawn towards the recogniser's own cautious figures.
 */
import { dot } from '../math/vector.ts';
import { adaptation } from '../parameters/adaptation.ts';
import type { CertainStrangers } from './certain-strangers.ts';
import type { Calibration, ThresholdReport } from './types.ts';

/** Embeddings of one gallery, canonical order, on the unit sphere; undefined for faces that are never compared. */
interface Faces {
  vectors: readonly (Float32Array | undefined)[];
  isCore(face: number): boolean;
  /** Decides which faces are drawn into the cohort; must not depend on anything but the face. */
  idOf(face: number): string;
}

export interface AdaptiveThresholds {
  /** For each face, in squared distance: two faces join up to the fixed limit plus both offsets. */
  offsets: Float64Array;
  report: ThresholdReport;
}

/** Sorted cosine distances of one face to strangers. */
type StrangerDistances = Float32Array;

export function adaptThresholds(
  faces: Faces,
  certain: CertainStrangers,
  { threshold, strangers: prior }: Calibration,
): AdaptiveThresholds {
  const { vectors } = faces;
  const compared = vectors.flatMap((vector, i) => (vector ? [i] : []));
  const cohort = drawCohort(faces, compared);
  const distancesOf = (face: number) => strangerDistances(face, vectors, cohort, certain, prior.beyond);
  const gallery = describeGallery(
    cohort.map((face) => distancesOf(face)),
    prior,
  );
  const strangers = Math.max(adaptation.strangersMin.value, gallery.perFace);
  const k = probit(1 - prior.falseMatches / strangers);
  const offsets = new Float64Array(vectors.length);
  const [lowest, highest] = prior.range;
  for (const face of compared) {
    const distances = distancesOf(face);
    const weight = distances.length / (distances.length + adaptation.faceEvidence.value);
    const alike = weight * (quantile(distances, adaptation.nearQuantile.value) - gallery.near);
    const own = gallery.mean - k * gallery.deviation + adaptation.faceGain.value * (alike || 0);
    offsets[face] = Math.min(highest, Math.max(lowest, own)) - threshold;
  }
  return { offsets, report: report(offsets, compared, threshold, gallery) };
}

/** The faces all others are compared with: a sample that stays nearly the same when photos are added. */
function drawCohort({ isCore, idOf }: Faces, compared: readonly number[]): number[] {
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

/**
 * Presumed strangers are cohort faces beyond the distance within which two faces could be one person; certain ones
 * count at any distance, and `certainWeight` times.
 */
function strangerDistances(
  face: number,
  vectors: readonly (Float32Array | undefined)[],
  cohort: readonly number[],
  certain: CertainStrangers,
  beyond: number,
): StrangerDistances {
  const own = vectors[face]!;
  const known = certain.of(face);
  const found: number[] = [];
  for (const other of cohort) {
    if (other === face || known.has(other)) continue;
    const distance = 1 - dot(own, vectors[other]!);
    if (distance > beyond) found.push(distance);
  }
  for (const other of known) {
    const vector = vectors[other];
    if (!vector) continue;
    const distance = 1 - dot(own, vector);
    for (let times = 0; times < adaptation.certainWeight.value; times++) found.push(distance);
  }
  return Float32Array.from(found).sort();
}

interface GalleryDistances {
  mean: number;
  deviation: number;
  near: number;
  /** Stranger distances known for a face, on average. */
  perFace: number;
}

/**
 * Median and upper deviation, because the lower side also holds faces of one person; both drawn towards the
 * recogniser's figures while there are few.
 */
function describeGallery(
  lists: readonly StrangerDistances[],
  prior: Calibration['strangers'],
): GalleryDistances {
  const all = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  all.sort();
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

/** NaN for an empty list. */
const quantile = (sorted: Float32Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

function report(
  offsets: Float64Array,
  compared: readonly number[],
  threshold: number,
  { mean, deviation, perFace }: GalleryDistances,
): ThresholdReport {
  const sorted = Float32Array.from(compared, (face) => offsets[face]!).sort();
  const middle = quantile(sorted, 0.5) || 0;
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
