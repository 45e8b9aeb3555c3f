/** Numbers of the recogniser run. Which crop it reads and its thresholds stand in `models/manifest.json`. */
import { parameter } from './parameter.ts';

export const embedding = {
  batch: parameter(
    8,
    'chips',
    'per chip 6.9 ms alone, 5.7 at four, 5.4 at eight; memory grows with the batch',
  ),
  plainToYaw: parameter(
    20,
    'degrees',
    'the mirror image brings nothing for faces that are plain to see (57 % of 165 labelled ones, 74 % of 800 portraits): by one view of these EER 4.4 -> 4.4 and 14.3 -> 14.3 %, TAR at FAR 0.1 % 92.9 -> 92.8 and 30.4 -> 30.2 %; by one view of all 4.4 -> 4.6 and 92.9 -> 92.3 on the first set',
  ),
  plainToBlur: parameter(0.6, '0..1', 'see plainToYaw; the median of labelled faces is .45'),
  plainFromPx: parameter(40, 'px', 'see plainToYaw; smaller faces are recognised less well'),
} as const;
