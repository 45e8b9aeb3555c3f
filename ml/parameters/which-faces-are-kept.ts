import { parameter } from './parameter.ts';

/** The least size of a face, beside `minSizeRatio`. Part of `detection`, so that the version of the pipeline follows it. */
export const smallestFace = {
  sizeRatioSidePx: parameter(
    1600,
    'px of the original',
    'minSizeRatio is a share of the shorter side, but of at most this. A crowd of 20 megapixels lost all 292 faces of 32 px, because .02 of its side are 74 px',
  ),
  smallestFacePx: parameter(
    16,
    'px of the original',
    'below it embeddings are useless (balanced accuracy 90 % at 16 px, 76 % at 12 px): not even recorded',
  ),
} as const;

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
    '24 px of a picture of 1600 x 1200, 32 px of larger ones',
  ),
} as const;
