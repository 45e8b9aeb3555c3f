/** Numbers by which a picture is taken for the same shot as another: ml/imaging/same-shot.ts. */
import { parameter } from './parameter.ts';

export const sameShot = {
  maxDistance: parameter(
    0.2,
    '0..1',
    'see docs/develop/measurements.md; a copy is a smaller harm than a photo lost',
  ),
  worstShare: parameter(0.01, 'of the parts', 'a person who moved may fill no more than that'),
  leastCompared: parameter(0.08, 'of the parts', 'where light or dark is cut off nothing can be compared'),
  minShare: parameter(
    0.66,
    'of a side',
    'crops of up to 30 % of each side, with room for a turn by a few degrees',
  ),
} as const;
