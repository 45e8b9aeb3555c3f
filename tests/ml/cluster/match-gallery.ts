/**
 * A made-up match gallery of teenagers: 1,000 photos, 22 players and 18 others. Figures as MobileFaceNet gives them for
 * 12-17 year olds: strangers .86 apart on average (deviation .13). Each person shows three sides (from the front, from
 * aside, with a cap) that lie beyond the threshold from each other, as in real galleries, where such piles stay apart.
 */
import type { ClusterFace } from '#ml/index.ts';
import { normalNumbers } from './random-numbers.ts';

const DIMENSIONS = 60;
const PHOTOS = 1000;
const PLAYERS = 22;
const PEOPLE = 40;
/** What all faces share, so that strangers are 1 - .14 apart. */
const ALIKE = 0.14;

/** The person is the first two characters of a face's id. */
export const personOf = (faceId: string): string => faceId.slice(0, 2);

export function matchGallery(seed: number): ClusterFace[] {
  const { uniform, normal } = normalNumbers(seed);
  const direction = () => {
    const vector = Array.from({ length: DIMENSIONS }, normal);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const shared = direction();
  // Some play all the time, some come on for the last minutes; others stand at the side line.
  const people = Array.from({ length: PEOPLE }, (_, i) => ({
    own: direction(),
    sides: [direction(), direction(), direction()],
    weight: i < PLAYERS ? 1 / (1 + 0.12 * i) : 0.08,
  }));
  const total = people.reduce((sum, { weight }) => sum + weight, 0);
  const draw = () => {
    let rest = uniform() * total;
    let person = 0;
    while (rest > people[person]!.weight && person < PEOPLE - 1) rest -= people[person++]!.weight;
    return person;
  };
  return Array.from({ length: PHOTOS }, (_, photo) => {
    const shown = new Set(Array.from({ length: 1 + Math.floor(uniform() * 4) }, draw));
    return [...shown].map((person): ClusterFace => {
      const { own, sides } = people[person]!;
      const which = uniform();
      const side = sides[which < 0.55 ? 0 : which < 0.83 ? 1 : 2]!;
      const blur = direction();
      const noise = 0.4 + 0.6 * uniform();
      return {
        id: `${String(person).padStart(2, '0')}-${photo}`,
        photoId: `photo-${photo}`,
        embedding: Float32Array.from(
          own,
          (value, k) =>
            Math.sqrt(1 - ALIKE) * value + Math.sqrt(ALIKE) * shared[k]! + side[k]! + noise * blur[k]!,
        ),
        grade: 'core',
        score: 0.9,
        sizePx: 60,
        personId: null,
        manual: false,
      };
    });
  }).flat();
}
