/**
 * Numbers of the clustering. The distance threshold is a setting; its defaults stand in same-person-thresholds.ts. Questions:
 * merge-questions.ts.
 */
import { parameter } from './parameter.ts';

export const clustering = {
  principalAxesFrom: parameter(
    3000,
    'points',
    'below it comparing in full is faster than finding the axes (60 ms); above it they save 16 % at 5,000 faces, 20 % at 20,000',
  ),
  productsFrom: parameter(
    3000,
    'points',
    'from here on products of matrices propose the pairs that are compared; below it onnxruntime takes longer to load than they save',
  ),
  meansCompared: parameter(
    1500,
    'groups',
    'up to here the distances of all means are remembered, 16 bytes a pair; below `principalAxesFrom`, because turned points round otherwise',
  ),
  neighbours: parameter(
    64,
    'per group',
    'bounds memory at 50,000 faces; rounds repeat until no join is left, so none is lost',
  ),
  differingPictures: parameter(
    0.08,
    'scatter: 1 less the squared length of the mean of unit vectors',
    'a group of at least this scatter is no single face any more (two pictures .16 apart by cosine); below it `singleFaceMarginDeviations` of same-person-thresholds.ts counts in part. Of 29 mixed groups of young people that a margin for two faces alone left, 18 held copies of one picture. Plateau .05-.1; at .12 adults split',
  ),
  rivalMargin: parameter(
    0.4,
    'x threshold',
    'a single face joins neither of two people who are surely two unless the one is nearer by this, nor another single face there. 1,980 pairs of siblings of FIW with sface, two pictures of both: at .3, .4, .6, .8 9.0, 8.8, 8.5, 8.4 % have a face in one person, recall 76.4, 76.1, 75.3, 74.8 %; 9.4 % at .3 before it held for another single face and before `lookAlikeMin`. Of faces that come to siblings already named 5.4 -> 4.7 % to the wrong one at .3. No other galleries change at .3 to .8',
  ),
  absorbSpan: parameter(
    1.1,
    'x threshold by cosine; its square root by other metrics',
    'a group of few faces joins a larger one up to this distance from the direction of its mean if no other group is near. 120 galleries of LFW people, up to four tenths of their photos blurred or cut by the rim, beside up to as many strangers: B-cubed recall .921 -> .931 with mobilefacenet, .972 -> .978 with edgeface_xs, and as few faces misplaced (233 -> 231, 68 -> 66 of 38,600); plateau 1.05-1.2. How much farther the next group has to be, and how large the group: `absorb` in same-person-thresholds.ts',
  ),
  absorbScatterMax: parameter(
    0.5,
    'of the variance between strangers',
    'scatter above this counts as this, so that a group which a human put together from several people attracts no more faces. 95 % of groups of LFW people are below',
  ),
  absorbSpanByLinkage: parameter(
    1.3,
    'x threshold by cosine; its square root by other metrics',
    'where the recogniser names no `absorb`, up to this mean distance of the faces: pair recall .954 -> .988 on 155 faces of 15 people, .911 -> .957 on 165 of 17, precision unchanged; plateau 1.2-1.3',
  ),
  absorbMarginByLinkage: parameter(
    1.2,
    'x distance by cosine; its square root by other metrics',
    'it joins only where the second nearest group is this much farther than the nearest. 1.15 to 1.25 differ little; at 1 strangers join',
  ),
  absorbingGroupMinByLinkage: parameter(4, 'faces', 'see absorbSpanByLinkage'),
  absorbingSingleFaceShareMax: parameter(
    0.75,
    '`singleFaceShare` of join-rule.ts, 0..1',
    'a group of copies of one picture, or of a burst, absorbs no others. 120 strangers of 12-17, each three times with some noise (.02 apart): B-cubed precision 94.9 -> 96.0 with edgeface_xs, 95.4 -> 96.6 with mobilefacenet; the same at .5',
  ),
  lookAlikeMinByLinkage: parameter(
    3,
    'faces',
    'two groups of as many different pictures that are as near as one absorbs others absorb nothing; where the recogniser names `absorb`, its `lookAlikeMin`. 489 pairs of siblings of FIW, never in one picture: two faces of each in one person 6.1 -> 4.8 % with a recogniser without `absorb` for .2 points of recall; with 4 in place of 3 faces 5.8 %',
  ),
  smallGroupMax: parameter(
    4,
    'faces',
    'larger groups are persons of their own right. Young people 69.9 -> 71.1 % with sface at 4 instead of 3; 4 to 8 are the same',
  ),
  facesKept: parameter(
    100_000,
    'faces',
    'of all galleries whose last grouping is remembered together; 2.2 kB each. The one used longest ago is forgotten first',
  ),
  keptForMs: parameter(
    120_000,
    'ms',
    'a gallery to which no photo came for so long is forgotten; uploads pause for as long as it takes to choose the next folder',
  ),
} as const;
