/** How large a face has to be: to be recorded, to be assigned to a person, to found one. */
import { parameter } from './parameter.ts';

/** Smaller faces are not recorded. Part of `detection`, so that the version of the pipeline follows it. See `minSizeRatio`, too. */
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

/** Faces of the sizes at which they are grouped. Part of `grading`. */
export const gradedFaceSize = {
  ignoreBelowPx: parameter(
    20,
    'px of the picture the chip is cut from',
    'pairs of strangers taken for one person at one threshold: .07 % at 64 px, .33 % at 32, 1.1 % at 24, 3.1 % at 20, 9.7 % at 16: small faces collapse towards each other',
  ),
  coreFromPx: parameter(
    32,
    'px of the picture the chip is cut from',
    'from 32 px on a face is as good as a large one (98.9 % against 99.4 %)',
  ),
} as const;

/** Which faces are recorded: the defaults of the administrators' settings, and of scripts. */
export const defaultFaceLimits = {
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
