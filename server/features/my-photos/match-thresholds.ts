import type { FaceEngineInfo } from '#server/app-context.ts';
import type { MatchThresholds } from './match-limits.sql.ts';

/**
 * Limits of distances. `share` is a fraction of the recogniser's calibrated cosine threshold; `deviations` says how many
 * standard deviations below the mean distance of strangers a distance has to be. Chosen on half of the
 * people of LAG, All-Age-Faces and labelled photos, measured on the other half with MobileFaceNet, one picture and one
 * photo a person: 90 of 102 adults and 54 of 99 young people are found at once, none of 22,338 and 23,364 pairs of
 * strangers. A team of ten in 40 galleries: adults 67 % (42 before distances were winsorised), young people 38 % (28),
 * none of 108,000 pairs. One search of a child aged 6 to 11 takes 68 of 100,000 pairs of strangers of that age for one
 * person, of 12 to 17 years 9, of 25 to 40 years 8.
 */
const values = {
  probable: { share: 1.2, deviations: { least: 4.25, most: 6 } },
  question: { share: 1.4, deviations: { least: 2.5, most: 2.5 } },
  /** A search without an account's consent behind it shows nothing that may be somebody else. */
  oneTimeSearch: { share: 1, deviations: { least: 4.5, most: 6 } },
  /** Without calibration nothing is known of strangers: nearer than the threshold of a single gallery. */
  uncalibrated: { probable: 0.9, question: 1.2, deviations: { least: 0, most: 0 } },
  /** The calibration counts as much as so many strangers of the gallery. */
  priorStrangers: 30,
  /** Persons nearer than this share of the threshold are presumed to be the one looked for, and do not count as strangers. */
  ignoreNearerThan: 0.6,
  /** Winsorising, in deviations from the median: a distance further below it counts as if it were this far below. */
  winsoriseAt: 2.5,
  /**
   * As near as this is the same person, also among the few persons of a first gallery, whose spread is hardly known. Of
   * 62,358 pairs of strangers 9 are nearer, and then one up to .53: they look like one person listed twice.
   */
  certainBelow: 0.4,
  /**
   * Among n persons some stranger is nearer by chance than among few: of 500 impostors (1,221 people of LFW, one picture
   * each) at most one is shown somebody at 3.5 deviations among 100 persons, 4.25 to 4.5 among 300, 5 to 5.25 among 900,
   * 5.25 to 5.5 among 1,800.
   */
  crowd: { persons: 300, morePerTenfold: 1.5 },
};

type Limit = { share: number; deviations: { least: number; most: number } };

/** References are compared by cosine, whatever metric groups the galleries: every recogniser is calibrated for it. */
export function matchThresholds(
  { thresholds, calibrations }: Pick<FaceEngineInfo, 'thresholds' | 'calibrations'>,
  recogniser: string,
  purpose: 'family' | 'one-time-search' = 'family',
): MatchThresholds {
  const threshold = thresholds[recogniser]?.cosine ?? 0;
  const known = calibrations[recogniser]?.strangers;
  const limit = ({ share, deviations }: Limit) => ({ largest: threshold * share, deviations });
  const { uncalibrated } = values;
  if (!known)
    return {
      recogniser,
      probable: limit({ share: uncalibrated.probable, deviations: uncalibrated.deviations }),
      question: limit({ share: uncalibrated.question, deviations: uncalibrated.deviations }),
      strangers: null,
    };
  return {
    recogniser,
    probable: limit(purpose === 'one-time-search' ? values.oneTimeSearch : values.probable),
    question: limit(values.question),
    strangers: {
      mean: known.mean,
      deviation: known.deviation,
      priorStrangers: values.priorStrangers,
      ignoreNearerThan: threshold * values.ignoreNearerThan,
      winsoriseAt: values.winsoriseAt,
      certainBelow: threshold * values.certainBelow,
      crowd: values.crowd,
    },
  };
}
