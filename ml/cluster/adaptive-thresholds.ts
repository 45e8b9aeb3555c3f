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
  dimensions: number;
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
  const { known, dimensions } = faces;
  const cohort: KnownFace[] = [];
  let compared = 0;
  let cores = 0;
  for (let i = 0; i < known.length; i++) {
    const face = known[i];
    if (!face) continue;
    compared++;
    if (!faces.isCore(i)) continue;
    cores++;
    sample(cohort, face);
  }
  distances.choose(cohort, prior.presumedFrom, dimensions);
  const nears = new Float64Array(compared);
  const counts = new Float64Array(compared);
  for (let i = 0, at = 0; i < known.length; i++) {
    const face = known[i];
    if (!face) continue;
    const own = distances.measure(face, impostors.beside(i), impostors.others(i));
    nears[at] = own.near;
    counts[at++] = own.count;
  }
  const gallery = describeGallery(distances, cohort, prior);
  const k = probit(1 - prior.falseMatches / countStrangers(gallery, cohort.length, cores));
  const offsets = new Float64Array(known.length);
  const ofCompared = new Float32Array(compared);
  const [lowest, highest] = prior.range;
  const [evidence, gain] = [adaptation.faceEvidence.value, adaptation.faceGain.value];
  for (let i = 0, at = 0; i < known.length; i++) {
    if (!known[i]) continue;
    const weight = counts[at]! / (counts[at]! + evidence);
    const alike = weight * (nears[at]! - gallery.near);
    const limit = gallery.mean - k * gallery.deviation + gain * (alike || 0);
    offsets[i] = Math.min(highest, Math.max(lowest, limit)) - threshold;
    ofCompared[at++] = offsets[i]!;
  }
  return { offsets, report: report(ofCompared, threshold, gallery) };
}

/** How many strangers a face has: the cohort's share, extrapolated to the gallery, within bounds. */
function countStrangers({ perFace }: GalleryDistances, cohort: number, faces: number): number {
  const count = cohort === 0 ? 0 : (perFace / cohort) * faces;
  return Math.min(adaptation.strangersMax.value, Math.max(adaptation.strangersMin.value, count));
}

/**
 * Adds a face to those all others are compared with, or leaves it: a sample that stays nearly the same when photos are added.
 * To be called in canonical order.
 */
function sample(cohort: KnownFace[], face: KnownFace): void {
  // Behind those of the same order, which come first in canonical order.
  let place = cohort.length;
  while (place > 0 && cohort[place - 1]!.order > face.order) place--;
  if (place === adaptation.cohort.value) return;
  cohort.splice(place, 0, face);
  if (cohort.length > adaptation.cohort.value) cohort.pop();
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

/** @param offsets of the faces that are compared, in any order; changed */
function report(
  offsets: Float32Array,
  threshold: number,
  { mean, deviation, perFace }: GalleryDistances,
): ThresholdReport {
  const middle = quantile(offsets, 0.5) || 0;
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
