import type { FaceEngineInfo, Needs } from '#server/app-context.ts';
import { getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import type { SearchThresholds } from './apply-search-thresholds.sql.ts';

/**
 * Limits of distances. `share` is a fraction of the recogniser's calibrated cosine threshold; how many standard deviations below
 * the mean distance of strangers a distance has to be is part of the calibration: `search` in
 * ml/parameters/same-person-thresholds.ts, which also says on which people it was chosen.
 */
const searchLimits = {
  probable: { share: 1.2, moreDeviations: 0 },
  question: { share: 1.4, deviations: 3.1 },
  /** The search by an uploaded picture is stricter: nobody has agreed to it, so it shows nothing that may be somebody else. */
  photoSearch: { share: 1, moreDeviations: 0.25 },
  /**
   * Between two of one family who are both enrolled. For 816 persons of siblings (FIW, three pictures each, at about the limits in
   * force) the wrong one is shown at once in .6 % instead of 1.5 with sface, .6 instead of 1.4 with mobilefacenet, .5 instead of 1.3
   * with edgeface_xs; two to three of a hundred right ones more become questions.
   */
  relativeMargin: 0.19,
  /** The most deviations that are asked for, however many persons are compared. */
  mostDeviations: 6.5,
  /** Of a recogniser without calibration: shares of its cosine threshold, smaller because nothing is known of strangers. */
  uncalibrated: { probable: 0.9, besideSibling: 0.6, question: 1.2 },
  /** The weight of the calibration, as a number of strangers among the persons compared. */
  priorStrangers: 30,
  /** Persons nearer than this share of the threshold are presumed to be the one looked for, and do not count as strangers. */
  ignoreNearerThan: 0.6,
  /** Winsorising, in deviations from the median: a distance further below it counts as if it were this far below. */
  winsoriseAt: 2.5,
  /**
   * Distances below this share of the threshold always match, also where there are too few people to estimate how far strangers
   * are apart. Of 416,717 pairs of persons of FIW and LAG with others none is nearer than .48 of the threshold; of 585 pictures of
   * All-Age-Faces the few nearer pairs look like one person listed twice.
   */
  certainBelow: 0.4,
};

/** Of the recogniser in force. */
export async function searchThresholdsInForce({
  db,
  engine,
}: Needs<'db' | 'engine'>): Promise<SearchThresholds> {
  const { recognition_model } = await getFaceSettings(db, engine);
  return searchThresholds(engine, recognition_model);
}

/** ReferencePictures are compared by cosine, whatever metric groups the galleries: every recogniser is calibrated for it. */
export function searchThresholds(
  { thresholds, calibrations }: Pick<FaceEngineInfo, 'thresholds' | 'calibrations'>,
  recogniser: string,
  purpose: 'family' | 'photo-search' = 'family',
): SearchThresholds {
  const threshold = thresholds[recogniser]?.cosine ?? 0;
  const known = calibrations[recogniser]?.strangers;
  const limit = (share: number, least: number, most = least) => ({
    largest: threshold * share,
    deviations: { least, most },
  });
  const relativeMargin = threshold * searchLimits.relativeMargin;
  if (!known)
    return {
      recogniser,
      probable: limit(searchLimits.uncalibrated.probable, 0),
      probableBesideSibling: limit(searchLimits.uncalibrated.besideSibling, 0),
      question: limit(searchLimits.uncalibrated.question, 0),
      relativeMargin,
      strangers: null,
    };
  const { deviations, moreBesideSibling, ...crowd } = known.search;
  const { share, moreDeviations } =
    purpose === 'photo-search' ? searchLimits.photoSearch : searchLimits.probable;
  const probable = (more: number) =>
    limit(share, deviations + moreDeviations + more, searchLimits.mostDeviations + more);
  return {
    recogniser,
    probable: probable(0),
    probableBesideSibling: probable(moreBesideSibling),
    question: limit(searchLimits.question.share, searchLimits.question.deviations),
    relativeMargin,
    strangers: {
      mean: known.mean,
      deviation: known.deviation,
      priorStrangers: searchLimits.priorStrangers,
      ignoreNearerThan: threshold * searchLimits.ignoreNearerThan,
      winsoriseAt: searchLimits.winsoriseAt,
      certainBelow: threshold * searchLimits.certainBelow,
      crowd,
    },
  };
}
