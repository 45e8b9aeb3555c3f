import { parameter } from './parameter.ts';

/** Which faces are kept: the defaults of the administrators' settings, and of scripts. */
export const defaultLimits = {
  minConfidence: parameter(
    0.6,
    'score 0..1',
    'YuNet at 960: 98.6 % recall with 5 false of 294; 0.45 finds 0.7 % more with twice the false ones',
  ),
  minSizeRatio: parameter(
    0.02,
    'of the shorter side',
    '24 px of a picture of 1600 x 1200, 32 px of larger ones, because of sizeRatioSidePx in detection.ts',
  ),
} as const;
