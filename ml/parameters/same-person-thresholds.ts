import type { Calibration } from '../cluster/types.ts';
import type { Metric } from '../types.ts';

export interface SamePersonThresholds {
  /** The distance up to which two faces are taken for one person, in units of the metric (0..1). */
  thresholds: Partial<Record<Metric, number>>;
  /** How far strangers are apart; absent where it was not measured: the threshold then does not follow the gallery. */
  strangers?: Calibration['strangers'];
}

/**
 * The calibration of each recogniser, by its id in models/manifest.json: the thresholds that hold where the settings name
 * none, and the figures by which thresholds follow the gallery (cluster/adaptive-thresholds.ts). ml/cluster/types.ts says
 * what each field means. Chosen on LAG and All-Age-Faces, with embeddings normalised by a fit on the other half of the people
 * (`npm run evaluate -- --fit`), and on siblings of FIW; `search` on people of FIW and LAG who are not in the fit, among
 * strangers of All-Age-Faces; `absorb` of mobilefacenet and edgeface_xs and `morePerTenfold` on LFW. What was tried, and the figures: docs/develop/measurements.md, "Thresholds of recognisers".
 */
export const samePersonThresholds: Readonly<Record<string, SamePersonThresholds>> = {
  sface: {
    thresholds: { cosine: 0.55, euclidean: 0.48, euclidean_l2: 1 },
    strangers: {
      mean: 0.96,
      deviation: 0.11,
      presumedFrom: 0.6,
      falseMatches: 0.02,
      range: [0.2, 0.72],
      absorb: { margin: 1.2, groupMin: 2, lookAlikeMin: 3 },
      singleFaceMarginDeviations: 0.9,
      search: { deviations: 4.9, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
    },
  },
  mobilefacenet: {
    thresholds: { cosine: 0.53, euclidean: 0.73, euclidean_l2: 1 },
    strangers: {
      mean: 0.94,
      deviation: 0.125,
      presumedFrom: 0.6,
      falseMatches: 0.03,
      range: [0.2, 0.68],
      absorb: { margin: 1.2, groupMin: 3, lookAlikeMin: 3 },
      singleFaceMarginDeviations: 1,
      search: { deviations: 4.6, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
    },
  },
  edgeface_xs: {
    thresholds: { cosine: 0.56, euclidean: 0.75 },
    strangers: {
      mean: 0.96,
      deviation: 0.1,
      presumedFrom: 0.61,
      falseMatches: 0.008,
      range: [0.2, 0.72],
      absorb: { margin: 1.25, groupMin: 2, lookAlikeMin: 2 },
      singleFaceMarginDeviations: 1,
      search: { deviations: 5.5, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 1.5 },
    },
  },
};
