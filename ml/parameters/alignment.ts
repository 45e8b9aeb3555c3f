/** Numbers of face alignment: repeated landmark passes, sampling, and where the landmarks come to lie. */
import { parameter } from './parameter.ts';

export const alignment = {
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
export const referenceLandmarks = parameter(
  [38.2946, 51.6963, 73.5318, 51.5014, 56.0252, 71.7366, 41.5493, 92.3655, 70.7299, 92.2041] as const,
  'px of 112',
  'as published with ArcFace (insightface, face_align.py); SFace was trained on them too',
);
