import type { SearchThresholds } from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';

export const RECOGNISER = 'bench';

export const thresholds: SearchThresholds = {
  recogniser: RECOGNISER,
  probable: { largest: 0.6, deviations: { least: 4, most: 6 } },
  probableBesideSibling: { largest: 0.6, deviations: { least: 4.6, most: 6.6 } },
  question: { largest: 0.7, deviations: { least: 2.5, most: 2.5 } },
  relativeMargin: 0.1,
  strangers: {
    mean: 0.87,
    deviation: 0.125,
    priorStrangers: 30,
    ignoreNearerThan: 0.3,
    winsoriseAt: 2.5,
    certainBelow: 0.2,
    crowd: { persons: 300, morePerTenfold: 1.5 },
  },
};
