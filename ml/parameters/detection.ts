/**
 * Numbers face detection decides by: resolutions of the passes, non-maximum suppression, tiles. How small a face may be:
 * face-confidence-and-size-limits.ts.
 */

import { smallestFace } from './face-confidence-and-size-limits.ts';
import { parameter } from './parameter.ts';

export const detection = {
  firstLongSidePx: parameter(
    640,
    'px',
    'of 121 faces in 17 scenes it misses none that a finer pass finds, and finds 5 false ones fewer than 960; 14 ms against 37',
  ),
  finerFromFacePx: parameter(
    12,
    'px',
    'YuNet finds 99 % of faces 12 network pixels wide, 96 % at 10-12, 93 % at 8-10, 73 % at 6-8: smaller ones call for a finer pass',
  ),
  finerFacePx: parameter(
    20,
    'px',
    'a finer pass is scaled so that the smallest face found so far is this wide in it; faces half as wide are found there, too',
  ),
  candidateScore: parameter(
    0.35,
    'score 0..1',
    'a face of 6 to 8 network pixels is found at .6 by 73 %, at .45 by 88 %: such a face is not kept yet, it only calls for a finer pass',
  ),
  finerStep: parameter(1.5, 'x long side', 'the least that a finer pass adds, and where nothing was found'),
  coarseLongSidePx: parameter(
    320,
    'px',
    'a pass for faces too large for the other passes: of 18 close-ups with faces 450-560 px wide at 960 px, 960 px found 11 whole, 320 px all; 5 ms',
  ),
  coarseFromFacePx: parameter(
    128,
    'px in the first view',
    'of 196 close-ups, in which the picture is .9 to 3 times as wide as a face, the first view alone missed 4, in which it found nothing, and in none it took parts of a large face for small ones. So the coarse view is looked at only where the first one shows a face this large, or none; that spares 5 of 25 ms',
  ),
  coarseSmallestFacePx: parameter(72, 'px', 'in the coarse view; smaller faces are found in the fine view'),
  longSideCeilingPx: parameter(
    1600,
    'px',
    'no more detail in the rendition (smaller images are never enlarged); 4000 px costs 1.2 GB of memory',
  ),
  ...smallestFace,
  gridPx: parameter(32, 'px', 'YuNet halves its input five times'),
  yunetNmsIou: parameter(0.3, 'IoU', 'as published with YuNet'),
  ultrafaceLongSidePx: parameter(
    640,
    'px',
    '303 faces in 22 scenes: 97.4 % found at 480, 98.3 at 640 with no false find; 20 ms. Smaller images are not enlarged',
  ),
  ultrafaceFineLongSidePx: parameter(
    960,
    'px',
    'with the small faces it adds 99.0 % are found, none falsely',
  ),
  ultrafaceFineLargestFacePx: parameter(
    24,
    'px',
    'in the fine view; larger faces are found in the coarse view',
  ),
  ultrafaceNmsIou: parameter(0.3, 'IoU', 'as published with UltraFace'),
  ultrafaceScoreSpread: parameter(
    0.75,
    'of 1 - score',
    'UltraFace gives higher scores than YuNet: its .7 is as sure as YuNet’s .6. 1 - score is divided by this, which turns .7 into .6, so that one setting of the confidence fits both',
  ),
  ultrafaceCloseUp: parameter(
    { sidePx: 320, picturePx: 200 } as const,
    'px',
    'the picture in the middle of a black square',
  ),
  ultrafaceCloseUpFromShare: parameter(
    0.2,
    'of the longer side',
    'larger faces, or none, call for that pass: without it 6 of 25 portraits gave a second face on chin or neck',
  ),
} as const;
