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
import { adaptation } from '../parameters/threshold-adaptation.ts';
import type { ImpostorPairs } from './impostor-pairs.ts';
import type { KnownFace } from './known-face.ts';
import { quantile } from './quantile.ts';
import type { StrangerDistances } from './stranger-distances.ts';
import type { Calibration, ThresholdReport } from './types.ts';

/** Faces of one gallery, canonical order, on the unit sphere. */
interface Faces {
  /** Undefined for faces that are never compared. */
  known: readonly (KnownFace | undefined)[];
  isCore(face: number): boolean;
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
  distances: StrangerDistances,
): AdaptiveThresholds {
  const { known } = faces;
  const compared: number[] = [];
  for (let i = 0; i < known.length; i++) if (known[i]) compared.push(i);
  const cores = compared.filter(faces.isCore);
  const cohort = sampleCohort(known, cores);
  const dimensions = compared.length === 0 ? 0 : known[compared[0]!]!.vector.length;
  distances.choose(cohort, prior.presumedFrom, dimensions);
  const own = compared.map((face) =>
    distances.measure(known[face]!, impostors.beside(face), impostors.others(face)),
  );
  const gallery = describeGallery(distances, cohort, prior);
  const k = probit(1 - prior.falseMatches / countStrangers(gallery, cohort.length, cores.length));
  const offsets = new Float64Array(known.length);
  const [lowest, highest] = prior.range;
  compared.forEach((face, i) => {
    const { near, count } = own[i]!;
    const weight = count / (count + adaptation.faceEvidence.value);
    const alike = weight * (near - gallery.near);
    const limit = gallery.mean - k * gallery.deviation + adaptation.faceGain.value * (alike || 0);
    offsets[face] = Math.min(highest, Math.max(lowest, limit)) - threshold;
  });
  return { offsets, report: report(offsets, compared, threshold, gallery) };
}

/** How many strangers a face has: the cohort's share, extrapolated to the gallery, within bounds. */
function countStrangers({ perFace }: GalleryDistances, cohort: number, faces: number): number {
  const count = cohort === 0 ? 0 : (perFace / cohort) * faces;
  return Math.min(adaptation.strangersMax.value, Math.max(adaptation.strangersMin.value, count));
}

/** The faces all others are compared with: a sample that stays nearly the same when photos are added. */
function sampleCohort(known: Faces['known'], cores: readonly number[]): KnownFace[] {
  const sample: KnownFace[] = [];
  for (const at of cores) {
    const face = known[at]!;
    // Behind those of the same order, which come first in canonical order.
    let place = sample.length;
    while (place > 0 && sample[place - 1]!.order > face.order) place--;
    if (place === adaptation.cohort.value) continue;
    sample.splice(place, 0, face);
    if (sample.length > adaptation.cohort.value) sample.pop();
  }
  return sample;
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
function describeGallery(
  distances: StrangerDistances,
  cohort: readonly KnownFace[],
  prior: Calibration['strangers'],
): GalleryDistances {
  const lists = cohort.map((face) => distances.of(face).slice());
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
