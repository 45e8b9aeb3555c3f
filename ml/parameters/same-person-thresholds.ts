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
 * what each field means. `npm run evaluate` measures them on other photos. They were chosen on these pictures:
 *
 * - `thresholds`, `mean`, `deviation`, `presumedFrom`, the lower end of `range`, and what is not named below: LAG,
 *   All-Age-Faces, and group photos counted by eye.
 * - `absorb` of mobilefacenet: galleries of 510 people of LFW, with strangers beside them, so that no more faces are misplaced
 *   than by average linkage; with groups of 4 in place of 3 faces .5 % fewer young people and .2 % fewer adults are found at the
 *   same precision, with groups of 2 labelled adults are mixed. That of edgeface_xs: see below.
 *   mobilefacenet_sirius has none, because with every margin that found more faces it misplaced more faces of adults.
 * - `singleFaceMarginDeviations`, the upper end of `range`: one half of the LAG and All-Age-Faces pictures that no list of the
 *   evaluation names. Between .55 and .8 deviations results hardly differ. Of the other recognisers none was measured. The
 *   deviations of edgeface_xs were chosen later, see below.
 * - `falseMatches` of mobilefacenet: the same half; .4 is the lowest value with which .62 of young people are found.
 * - `search`: 1,221 people of LFW who are in no gallery. Each is looked for by one picture, and among `persons` persons at
 *   most one of 500 finds somebody else.
 *
 * The second half of the pictures, without and with `singleFaceMarginDeviations`, the upper end of `range` and `falseMatches`:
 *
 *     B-cubed                                     mobilefacenet
 *     precision of 120 strangers of 12-17         95.8 -> 96.8
 *     precision of 120 strangers of 25-40         96.4 -> 98.6
 *     precision/recall of young people            98.2/71.5 -> 96.9/72.7
 *
 * edgeface_xs, means of 20 draws from the pictures that no list names and from those of the lists. Before: `falseMatches` .012,
 * .7 deviations, `absorb` 1.27 and 3 faces. A larger margin for single faces protects strangers, and groups of two pictures that
 * absorb others find more of a person:
 *
 *     B-cubed                                     in no list               in lists
 *     precision of 120 strangers of 12-17         97.5 -> 97.5             96.0 -> 96.2
 *     precision/recall of young people            99.2/69.1 -> 98.8/70.4   99.1/65.1 -> 99.2/65.8
 *     the same with 120 young strangers           97.3/84.2 -> 97.4/84.7   97.0/81.7 -> 97.1/82.1
 *     the same of adults                          99.2/95.9 -> 98.8/97.2   99.3/94.1 -> 98.9/95.4
 *
 * Why `morePerTenfold`: without it, this many of 500 people who are in no gallery find somebody else, on average:
 *
 *     recogniser            deviations  among 300 persons  900  1,800
 *     mobilefacenet               4.25                  1    8     19
 *     edgeface_xs                 5                   0.5    5      9
 *     mobilefacenet_sirius        4.25                  0    1      3
 */
export const samePersonThresholds: Readonly<Record<string, SamePersonThresholds>> = {
  mobilefacenet: {
    thresholds: { cosine: 0.5, euclidean: 0.71, euclidean_l2: 1 },
    strangers: {
      mean: 0.87,
      deviation: 0.125,
      presumedFrom: 0.55,
      falseMatches: 0.4,
      range: [0.2, 0.62],
      absorb: { margin: 1.35, groupMin: 3 },
      singleFaceMarginDeviations: 0.7,
      search: { deviations: 4.25, persons: 300, morePerTenfold: 1.5 },
    },
  },
  mobilefacenet_sirius: {
    thresholds: { cosine: 0.42, euclidean: 0.92, euclidean_l2: 0.92 },
    strangers: {
      mean: 0.78,
      deviation: 0.155,
      presumedFrom: 0.42,
      falseMatches: 0.4,
      range: [0.1, 0.47],
      search: { deviations: 4.25, persons: 900, morePerTenfold: 1 },
    },
  },
  sface: {
    thresholds: { cosine: 0.55 },
  },
  edgeface_xs: {
    thresholds: { cosine: 0.55, euclidean: 0.74 },
    strangers: {
      mean: 0.93,
      deviation: 0.1,
      presumedFrom: 0.6,
      falseMatches: 0.025,
      range: [0.25, 0.7],
      absorb: { margin: 1.25, groupMin: 2 },
      singleFaceMarginDeviations: 1,
      search: { deviations: 5, persons: 300, morePerTenfold: 1.5 },
    },
  },
};
