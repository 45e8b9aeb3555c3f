/** Numbers of the recogniser run. Which crop it reads stands in `models/manifest.json`, its thresholds in recogniser-thresholds.ts. */
import { parameter } from './parameter.ts';

export const embedding = {
  batch: parameter(
    8,
    'chips',
    'per chip 6.9 ms alone, 5.7 at four, 5.4 at eight; memory grows with the batch',
  ),
  plainToYaw: parameter(
    25,
    'degrees',
    'faces nearer to frontal than this get one view, without the mirror image. 165 labelled faces, EER / TAR at FAR 0.1 % / B-cubed F1 of the gallery: two views for all 4.4 / 92.9 %, up to 20 degrees one view 4.4 / 92.8 / 97.7, 25 degrees 4.5 / 92.8 / 97.7, 30 degrees 4.5 / 92.3 / 97.7, one view for all 4.6 / 92.3 / 96.1. 1,827 portraits: EER 14.2 %, TAR 30.8 %, F1 79.0 % of young people and 96.0 % of adults, at 20 degrees and at 25',
  ),
  plainToBlur: parameter(0.6, '0..1', 'see plainToYaw; the median of labelled faces is .45'),
  plainFromPx: parameter(40, 'px', 'see plainToYaw; smaller faces are recognised less well'),
} as const;
