/** Every number the engine decides by: what it is, in which unit, and why it is so and not otherwise. */

export interface Parameter<T = number> {
  value: T;
  unit: string;
  why: string;
}

const parameter = <T>(value: T, unit: string, why: string): Parameter<T> => ({ value, unit, why });

/** Raised by hand when code (not a number below, which counts by itself) changes what the engine finds. */
export const PIPELINE_REVISION = 1;

export const decoding = {
  maxPixels: parameter(
    16_000_000,
    'px',
    'the engine reads our own large rendition (at most 1600 x 1600); four times the side is slack for tests',
  ),
} as const;

export const detection = {
  longSideFloorPx: parameter(
    960,
    'px',
    'recall of 294 faces in 20 group photos: 98.3 % at 640, 98.6 at 960, 98.6 at 1280; cost 14, 37, 85 ms',
  ),
  longSideCeilingPx: parameter(1600, 'px', 'no more detail in the rendition; 4000 px costs 1.2 GB of memory'),
  smallestFaceNetworkPx: parameter(
    10,
    'px',
    'YuNet finds 96 % of faces 10-12 network pixels wide, 93 % at 8-10, 73 % at 6-8',
  ),
  smallestFacePx: parameter(
    16,
    'px',
    'below it embeddings are useless (balanced accuracy 90 % at 16 px, 76 % at 12 px): not even recorded',
  ),
  gridPx: parameter(32, 'px', 'YuNet halves its input five times'),
  yunetNmsIou: parameter(0.3, 'IoU', 'as published with YuNet'),
  ssdNmsIou: parameter(
    0.4,
    'IoU',
    'face-api uses 0.5, which left doubles in group photos once tiles overlap',
  ),
  minConfidence: parameter(
    0.6,
    'score 0..1',
    'YuNet at 960: 98.6 % recall with 5 false of 294; 0.45 finds 0.7 % more with twice the false ones',
  ),
  minSizeRatio: parameter(0.02, 'of the shorter side', '24 px in a 1600 x 1200 rendition'),
} as const;

export const alignment = {
  chipPadding: parameter(
    0.225,
    'of the face square',
    'plateau .20-.225; .225 gave the best EER (.94 %) of 22 variants on 383 faces',
  ),
  maxSupersampling: parameter(
    8,
    'samples a side',
    'a chip pixel covers at most 8 x 8 source pixels at 1600 px',
  ),
} as const;

export const embedding = {
  batch: parameter(
    8,
    'chips',
    'per face 6.9 ms alone, 5.7 at four, 5.4 at eight; memory grows with the batch',
  ),
  mirror: parameter(
    true,
    'yes/no',
    'mean of chip and mirrored chip: balanced accuracy 98.40 -> 98.77 on hard crops for one more inference',
  ),
} as const;
