/** Numbers of the thresholds that follow the gallery. Those of a recogniser stand in same-person-thresholds.ts. */
import { parameter } from './parameter.ts';

export const adaptation = {
  cohort: parameter(
    128,
    'faces',
    'each face is compared with so many others: as good as 256 (young people: precision 99.2, recall 62.3 % with both), worse at 64 (95.8)',
  ),
  nearQuantile: parameter(
    0.125,
    'of the stranger distances',
    'in a gallery of several ages the nearer strangers are those of the same age; plateau .1-.15, at .25 adults hide how alike the children beside them are',
  ),
  faceGain: parameter(
    1.3,
    'x',
    'how far a face follows its own strangers: B-cubed precision of young people among adults 97.6 % at 1, 98.4 at 1.3, 98.9 at 1.6, recall 61.7 throughout; beyond 1.5 adults split',
  ),
  faceEvidence: parameter(
    8,
    'distances',
    'so many of its own weigh as much as the gallery; 4 to 16 differ little',
  ),
  galleryEvidence: parameter(
    10,
    'distances a face',
    'so many weigh as much as the recogniser’s own figures; 20 mixes small galleries of children more often (93 % instead of 95 % of ten)',
  ),
  certainWeight: parameter(
    2,
    'x',
    'a face of the same photo is a stranger for certain, others only by distance',
  ),
  strangersMin: parameter(
    60,
    'strangers',
    'a small gallery is as cautious as one of so many: of ten strangers aged 6-11 precision is 88 % at 30, 95 at 60, 97 at 120, at the price of questions',
  ),
  strangersMax: parameter(
    256,
    'strangers',
    'a large gallery has many faces of few people, so its faces are not that many strangers',
  ),
  personSample: parameter(8, 'faces', 'of each person known to be another one; more say the same again'),
  noticeable: parameter(0.02, 'cosine distance', 'smaller changes are not worth a sentence'),
} as const;
