/** Numbers of the clustering. The distance threshold is a setting; its defaults stand in `models/manifest.json`. */
import { parameter } from './parameter.ts';

export const clustering = {
  principalAxesFrom: parameter(
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
  suggestionFloor: parameter(
    0.05,
    'probability',
    'that two groups at the far end of the grey band are one person',
  ),
  suggestionsPerPerson: parameter(3, 'suggestions', 'a question too many is answered without looking'),
} as const;
