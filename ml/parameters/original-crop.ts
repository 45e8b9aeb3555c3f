/** Numbers that decide which faces are cut from the original instead of the rendition. */
import { parameter } from './parameter.ts';

export const originalCrop = {
  fromOriginalBelowPx: parameter(
    40,
    'px in the rendition',
    'same person recognised at the default threshold, 165 labelled faces scaled to a width, against the sharp one: 9 % at 16 px, 36 at 20, 62 at 24, 75 at 28, 78 at 32, 83 at 40, 84 at 48 and above',
  ),
  fromReduction: parameter(
    1.25,
    'original / rendition',
    'below it the original has hardly more pixels, and decoding it costs as much as all the rest of the photo',
  ),
  regionSide: parameter(
    2,
    'x longer side of the box',
    'the landmark net reads a square of one side, turned by any angle (1.41 sides)',
  ),
} as const;
