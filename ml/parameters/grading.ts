/**
 * Numbers that decide the grade of a face: core (it may begin a person), weak (it may join one), or ignore. Sizes:
 * face-confidence-and-size-limits.ts.
 */
import { gradedFaceSize } from './face-confidence-and-size-limits.ts';
import { parameter } from './parameter.ts';

export const grading = {
  ...gradedFaceSize,
  coreFromScore: parameter(
    0.75,
    'score 0..1',
    'false finds in 17 scenes score .52-.74, 95 % of labelled faces above .92: a face below it is weak: it may join a person and never begins one',
  ),
  coreToBlur: parameter(
    0.85,
    '0..1',
    'labelled faces: median .45, the worst by distance to their own person .75-.87; scaled to 32 px .76 (95 % below .84), to 24 px .81',
  ),
  coreToYaw: parameter(
    45,
    'degrees',
    'six of the ten worst of 165 labelled faces are turned by more than 38 degrees, 5 % of all by more than 42',
  ),
  noseDepth: parameter(
    0.45,
    'of the distance of the eyes',
    'the nose tip stands about 28 mm before the plane of the eyes, which are about 62 mm apart',
  ),
  blurMargin: parameter(0.2, 'of the chip', 'the rim of the chip is hair and background'),
  crispDetail: parameter(
    0.35,
    'mean |Laplacian| / deviation',
    'what the sharpest tenth of labelled faces reach',
  ),
} as const;
