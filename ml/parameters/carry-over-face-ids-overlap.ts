/** Numbers of the matching between the faces of a photo that are known and those that a new analysis finds. */
import { parameter } from './parameter.ts';

export const detectionOverlap = {
  minOverlap: parameter(
    0.3,
    'IoU',
    'of 818 faces both detectors found the frames overlap by .89 in the median, .72 at least in 99 %; two faces hardly overlap',
  ),
} as const;
