import type { FaceEngineInfo } from '#server/app-context.ts';
import type { MatchThresholds } from './matches.sql.ts';

/**
 * Shares are of the calibrated cosine threshold, deviations those of the distances of strangers. Measured with
 * MobileFaceNet. Adults, 3 pictures each of 61, 450 strangers aged 25 to 40: 93 % of the people are found at once; of
 * 100,000 pairs of strangers 3 are taken for one person. Young people: 3 of 10 are found at once, most of the others
 * become questions; of 100,000 pairs of strangers 4 are taken for one person.
 */
const values = {
  probable: { share: 1.2, deviations: 4 },
  question: { share: 1.4, deviations: 2.5 },
  /** A search without an account's consent behind it shows nothing that may be somebody else. */
  once: { share: 1, deviations: 4.5 },
  /** Without calibration nothing is known of strangers: nearer than the threshold of a single gallery. */
  uncalibrated: { probable: 0.9, question: 1.2 },
  /** How many strangers of a gallery the calibration weighs as much as. */
  weight: 30,
  /** Nearer persons are presumed to be the one looked for and are not counted among strangers. */
  beyond: 0.6,
};

/** References are compared by cosine, whatever metric groups the galleries: every recogniser is calibrated for it. */
export function matchThresholds(
  { thresholds, calibrations }: Pick<FaceEngineInfo, 'thresholds' | 'calibrations'>,
  recogniser: string,
  purpose: 'family' | 'once' = 'family',
): MatchThresholds {
  const threshold = thresholds[recogniser]?.cosine ?? 0;
  const known = calibrations[recogniser]?.strangers;
  const limit = ({ share, deviations }: { share: number; deviations: number }) => ({
    largest: threshold * share,
    deviations,
  });
  const { uncalibrated } = values;
  if (!known)
    return {
      recogniser,
      probable: limit({ share: uncalibrated.probable, deviations: 0 }),
      question: limit({ share: uncalibrated.question, deviations: 0 }),
      strangers: null,
    };
  return {
    recogniser,
    probable: limit(purpose === 'once' ? values.once : values.probable),
    question: limit(values.question),
    strangers: {
      mean: known.mean,
      deviation: known.deviation,
      weight: values.weight,
      beyond: threshold * values.beyond,
    },
  };
}
