/** Numbers by which a picture is taken for the same shot as another: ml/imaging/same-shot.ts. */
import { parameter } from './parameter.ts';

export const sameShot = {
  maxDistance: parameter(
    0.3,
    '0..1',
    'above all 500 edits and far below different photos: docs/develop/measurements.md',
  ),
  foundLikeness: parameter(
    0.6,
    'correlation',
    'of edits .77 or more where the one lies in the other, .4 at most the other way round: then nobody looks there',
  ),
  worstShare: parameter(0.01, 'of the parts', 'a person who moved may fill no more than that'),
  leastCompared: parameter(
    0.08,
    'of the parts',
    'where light or dark is cut off nothing can be compared; of a player before a white wall much is',
  ),
  minShare: parameter(
    0.66,
    'of a side',
    'crops of up to 30 % of each side, with room for a turn by a few degrees',
  ),
} as const;
