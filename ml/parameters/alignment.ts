/** Numbers of face alignment: padding of the chip, repeated landmark passes, sampling, and where the landmarks come to lie. */
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

/**
 * Where the five points of a face come to lie in its crop, x,y: right eye, left eye, nose tip, right and left corner of the
 * mouth. Not part of the pipeline version, unlike `alignment`: a change here has to raise `PIPELINE_REVISION`.
 */
export const referenceLandmarks = {
  dlib150: parameter(
    {
      landmark68: [0.2255, 0.216, 0.7548, 0.216, 0.4901, 0.5156, 0.2541, 0.7802, 0.7261, 0.7802],
      yunet: [0.2175, 0.2202, 0.7628, 0.2202, 0.4901, 0.5472, 0.2473, 0.7855, 0.733, 0.7855],
    } as const,
    'of the unpadded face square, by the net that put the points there',
    'dlib’s 68-point mean face (dlib/image_transforms/interpolation.h, get_face_chip_details): eyes are means of points 36-41 and 42-47, nose is 30, mouth corners 48 and 54. YuNet’s points were mapped through dlib’s own alignment on 383 faces; the symmetrised medians are its row',
  ),
  arcface112: parameter(
    [38.2946, 51.6963, 73.5318, 51.5014, 56.0252, 71.7366, 41.5493, 92.3655, 70.7299, 92.2041] as const,
    'px of 112',
    'as published with ArcFace (insightface, face_align.py); SFace was trained on them too',
  ),
} as const;
