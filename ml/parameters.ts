/** Every number the engine decides by: what it is, in which unit, and why it is so and not otherwise. */

export interface Parameter<T = number> {
  value: T;
  unit: string;
  why: string;
}

const parameter = <T>(value: T, unit: string, why: string): Parameter<T> => ({ value, unit, why });

/** Raised by hand when code (not a number below, which counts by itself) changes what the engine finds. */
export const PIPELINE_REVISION = 3;

export const decoding = {
  maxPixels: parameter(
    16_000_000,
    'px',
    'the engine reads our own large rendition (at most 1600 x 1600); 4000 x 4000 leaves room for another size',
  ),
} as const;

export const detection = {
  longSideFloorPx: parameter(
    960,
    'px',
    'recall of 294 faces in 20 group photos: 98.3 % at 640, 98.6 at 960, 98.6 at 1280; cost 14, 37, 85 ms',
  ),
  coarseLongSidePx: parameter(
    320,
    'px',
    'of 18 close-ups with faces 450-560 px wide in the 960 px view that view found 11 whole, this one all; 5 ms',
  ),
  coarseFaceNetworkPx: parameter(72, 'px', 'in the coarse view; smaller faces are the fine view’s business'),
  longSideCeilingPx: parameter(
    1600,
    'px',
    'no more detail in the rendition (smaller images are never enlarged); 4000 px costs 1.2 GB of memory',
  ),
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
  ssdFarLooks: parameter(
    [
      { sizePx: 200, around: 'black' },
      { sizePx: 160, around: 'mirror' },
      { sizePx: 100, around: 'mirror' },
    ] as const,
    'px of 512',
    'photos filled by one face: at 512 px 40 of 83 are found, at 320 px 62, at 200 px 78; of 16 of 165 still missed 160 px finds 9, 100 px 12; each look is one more inference, the first that finds ends it',
  ),
  ssdLargeShare: parameter(
    0.4,
    'of the longer side',
    'larger faces, or none, call for the look from farther away',
  ),
  ssdSmallNetworkPx: parameter(
    40,
    'px',
    'smaller faces make it a group photo, which is looked at in tiles too',
  ),
  ssdTileShare: parameter(0.6, 'of the longer side', 'recall of 90 faces in scenes .933 -> .956 with tiles'),
  ssdTileOverlap: parameter(0.25, 'of a tile', 'a face larger than that was found in the whole image'),
  minConfidence: parameter(
    0.6,
    'score 0..1',
    'YuNet at 960: 98.6 % recall with 5 false of 294; 0.45 finds 0.7 % more with twice the false ones',
  ),
  minSizeRatio: parameter(0.02, 'of the shorter side', '24 px in a 1600 x 1200 rendition'),
} as const;

export const alignment = {
  chipPaddings: parameter(
    [0.15, 0.3] as const,
    'of the face square',
    'the face as it is by the first, its mirror image by the second: two scales at the price of one. Against .225 for both: EER 1.0 -> .7, .9 -> .6, 2.5 -> 2.3, 3.9 -> 3.4, 3.3 -> 3.3 % and TAR at FAR 0.1 % 96.0 -> 97.3, 96.7 -> 97.6, 94.2 -> 93.6, 68.4 -> 74.1, 71.6 -> 70.0 % on five labelled sets of 100 to 600 faces; plateau .125-.175 with .275-.325',
  ),
  lookAgainFrom: parameter(
    0.05,
    'radians',
    '3 degrees: YuNet shows some heads tilted by 35 as 5; half of all upright faces show less and are spared a look',
  ),
  straightenFrom: parameter(
    0.14,
    'radians',
    '8 degrees after the first look; below it an upright look at the box is as good',
  ),
  straightenLooks: parameter(
    2,
    'looks',
    'TAR at FAR 0.1 % of 60 faces tilted by 35 and 50 degrees: 85 % and 38 % by YuNet’s own points, 98 % both after two looks; 3 ms each',
  ),
  straightenReach: parameter(0.3, 'of the box', 'points that move farther have left the face'),
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
    'per chip 6.9 ms alone, 5.7 at four, 5.4 at eight; memory grows with the batch',
  ),
} as const;

export const grading = {
  ignoreBelowPx: parameter(
    20,
    'px',
    'FAR at one threshold: .07 % at 64 px, .33 % at 32, 1.1 % at 24, 3.1 % at 20, 9.7 % at 16: small faces collapse towards each other',
  ),
  coreFromPx: parameter(32, 'px', 'from 32 px on a face is as good as a large one (98.9 % against 99.4 %)'),
  coreFromScore: parameter(
    0.75,
    'score 0..1',
    'false finds in 17 scenes score .52-.74, 95 % of labelled faces above .92: a doubtful one founds no person',
  ),
  coreToBlur: parameter(
    0.85,
    '0..1',
    'labelled faces: median .45, the worst by distance to their own person .75-.87; scaled to 32 px .76 (95 % below .84), to 24 px .81',
  ),
  coreToYaw: parameter(
    45,
    'degrees',
    'six of the ten worst of 165 labelled faces are turned by more than 38 degrees, 5 % of all by more than 42',
  ),
  noseDepth: parameter(
    0.45,
    'of the distance of the eyes',
    'the nose tip stands about 28 mm before the plane of the eyes, which are about 62 mm apart',
  ),
  blurMargin: parameter(0.2, 'of the chip', 'the rim of the chip is hair and background'),
  crispDetail: parameter(
    0.35,
    'mean |Laplacian| / deviation',
    'what the sharpest tenth of labelled faces reach',
  ),
} as const;

export const pool = {
  queueLimit: parameter(64, 'requests', 'the caller keeps the rest where it is durable'),
  timeLimitMs: parameter(
    60_000,
    'ms',
    'the slowest honest photo (a group in tiles) takes about 1 s on the slowest machine we know',
  ),
  startLimitMs: parameter(
    60_000,
    'ms',
    'loading and warm-up take under 1 s; a busy machine may need far longer',
  ),
  respawnDelayMs: parameter(1000, 'ms', 'a worker that dies at once must not become a spinning loop'),
  heapLimitMb: parameter(
    384,
    'MB',
    'pixels and tensors live outside the heap; the heap itself needs under 60',
  ),
} as const;

export const clustering = {
  turnFrom: parameter(
    3000,
    'points',
    'below it comparing in full is faster than finding the axes (60 ms); above it they save 16 % at 5,000 faces, 20 % at 20,000',
  ),
  neighbours: parameter(
    64,
    'per group',
    'bounds memory at 50,000 faces; rounds repeat until no join is left, so none is lost',
  ),
  absorbSpan: parameter(
    1.3,
    'x threshold of cosine, its root x one of the others',
    'a few faces may join a group from so far if no other is near: pair recall .954 -> .988 on 155 faces of 15 people, .911 -> .957 on 165 of 17, precision unchanged; plateau 1.2-1.3',
  ),
  absorbMargin: parameter(
    1.2,
    'x distance by cosine, its root x one by the others',
    'the next nearest group must be so much farther; 1.15 to 1.25 differ little, without it strangers are adopted',
  ),
  absorbingGroupMin: parameter(4, 'faces', 'a mean over fewer is no description of a person'),
  absorbedGroupMax: parameter(3, 'faces', 'larger groups are persons of their own right'),
  suggestionSpan: parameter(
    1.4,
    'x threshold of cosine, its root x one of the others',
    'beyond the threshold, up to where three pairs in a thousand strangers are as near (.09 cosine): worth a question',
  ),
  suggestionsPerPerson: parameter(3, 'suggestions', 'a question too many is answered without looking'),
} as const;

export const matching = {
  minOverlap: parameter(
    0.3,
    'IoU',
    'of 818 faces both detectors found the frames overlap by .89 in the median, .72 at least in 99 %; two faces hardly overlap',
  ),
} as const;
