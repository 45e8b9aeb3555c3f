/** Numbers of the recogniser run. Which crop it reads and its thresholds stand in `models/manifest.json`. */
import { parameter } from './parameter.ts';

export const embedding = {
  batch: parameter(
    8,
    'chips',
    'per chip 6.9 ms alone, 5.7 at four, 5.4 at eight; memory grows with the batch',
  ),
} as const;
