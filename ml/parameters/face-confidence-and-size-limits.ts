/** How sure a detector has to be of a face, and how large the face has to be: to be recorded, to be assigned to a person, to begin a person. */
import { parameter } from './parameter.ts';

/**
 * Smaller faces are not recorded; `minSizeRatio` below may ask for larger ones. Part of `detection`, so that the version of the
 * pipeline changes with it.
 */
export const smallestFace = {
  sizeRatioSidePx: parameter(
    1600,
    'px of the original',
    'a side counts as at most this long when minSizeRatio is applied to it. With .02 of its whole shorter side, 74 px, a crowd of 20 megapixels lost all its 292 faces of 32 px',
  ),
  smallestFacePx: parameter(
    16,
    'px of the original',
    'embeddings of smaller faces are useless: balanced accuracy of pairs 90 % at 16 px, 76 % at 12 px',
  ),
} as const;

/** The sizes from which on faces are weak, and core (grade: ../types.ts). Part of `grading`. */
export const gradedFaceSize = {
  ignoreBelowPx: parameter(
    20,
    'px of the picture the chip is cut from',
    'smaller faces are never compared, because the embeddings of small faces are alike, whoever they show. Share of pairs of strangers below one threshold, by size of both faces: .07 % at 64 px, .33 at 32, 1.1 at 24, 3.1 at 20, 9.7 at 16',
  ),
  coreFromPx: parameter(
    32,
    'px of the picture the chip is cut from',
    'smaller faces are weak. Balanced accuracy of a face of this size against a large one 98.9 %, of two large ones 99.4 %',
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
