/** Numbers of the recogniser run. Which crop it reads stands in `models/manifest.json`, its thresholds in same-person-thresholds.ts. */
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
    'faces nearer to frontal than this get one view, without the mirror image. 165 labelled faces, 57 % of them frontal: EER 4.4 % before and after, TAR at FAR 0.1 % 92.9 -> 92.8 %. 800 portraits, 74 % frontal: EER 14.3 % before and after, TAR 30.4 -> 30.2 %. One view for all of the 165: EER 4.6 %, TAR 92.3 %',
  ),
  plainToBlur: parameter(0.6, '0..1', 'see plainToYaw; the median of labelled faces is .45'),
  plainFromPx: parameter(40, 'px', 'see plainToYaw; smaller faces are recognised less well'),
} as const;
