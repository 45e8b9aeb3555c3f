/** Numbers of face alignment: padding of the chip, repeated landmark passes, sampling. */
import { parameter } from './parameter.ts';

export const alignment = {
  chipPaddings: parameter(
    [0.15, 0.3] as const,
    'of the face square',
    'the first for the chip of the face, the second for the chip of its mirror image: two scales, and no more chips. Compared with .225 for both: EER 1.0 -> .7, .9 -> .6, 2.5 -> 2.3, 3.9 -> 3.4, 3.3 -> 3.3 % and TAR at FAR 0.1 % 96.0 -> 97.3, 96.7 -> 97.6, 94.2 -> 93.6, 68.4 -> 74.1, 71.6 -> 70.0 % on five labelled sets of 100 to 600 faces; the same for .125-.175 with .275-.325',
  ),
  nextPassFromTilt: parameter(
    0.14,
    'radians',
    '8 degrees off the angle of the last crop; below it the net is as good',
  ),
  landmarkPassesMax: parameter(
    3,
    'passes',
    'TAR at FAR 0.1 % of 60 faces tilted by 35 and 50 degrees: 85 % and 38 % by YuNet’s own points, 98 % both after two passes; 3 ms each',
  ),
  landmarkShiftMax: parameter(0.3, 'of the box', 'points that move farther have left the face'),
  maxSupersampling: parameter(
    8,
    'samples a side',
    'a chip pixel covers at most 8 x 8 source pixels at 1600 px',
  ),
} as const;
