/**
 * Made-up embeddings with the geometry of dlib's: length about 1.42 around a common mean of 1.31, strangers .14
 * apart in the mean (cosine), one person's faces .045. Persons have as many faces as in a club's season: a few
 * are on every photo, most on a handful.
 */
import type { ClusterFace } from '#ml/cluster/types.ts';

const DIMENSIONS = 128;
const MEAN_LENGTH = 1.31;
/** Mean squared deviation of persons, and of one person's faces, from their centres. */
const BETWEEN = 0.2;
const WITHIN = 0.09;
const DECAY = 0.35;
const LARGEST_PERSON = 400;
const FACES_A_PHOTO = 5;

/** A seeded generator (mulberry32), so that every run measures the same faces. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Normally distributed, by Box and Muller. */
const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Variances that fall off as those of real embeddings do, turned by a fixed random rotation. */
function spread(total: number): Float64Array {
  const weights = Float64Array.from({ length: DIMENSIONS }, (_, k) => (k + 1) ** (-2 * DECAY));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => Math.sqrt((weight / sum) * total));
}

/** A random orthonormal basis (Gram-Schmidt), rows. */
function basis(random: () => number): Float64Array[] {
  const rows: Float64Array[] = [];
  while (rows.length < DIMENSIONS) {
    const row = Float64Array.from({ length: DIMENSIONS }, () => gaussian(random));
    for (const other of rows) {
      const along = row.reduce((sum, value, k) => sum + value * other[k]!, 0);
      row.forEach((_, k) => {
        row[k]! -= along * other[k]!;
      });
    }
    const length = Math.hypot(...row);
    rows.push(row.map((value) => value / length));
  }
  return rows;
}

/** `truth[i]` is who `faces[i]` is. */
export function syntheticFaces(count: number, seed = 1): { faces: ClusterFace[]; truth: number[] } {
  const random = seeded(seed);
  const axes = basis(random);
  const between = spread(BETWEEN);
  const within = spread(WITHIN);
  const turned = (own: Float64Array): Float64Array => {
    const out = new Float64Array(DIMENSIONS);
    axes.forEach((axis, k) => {
      for (let d = 0; d < DIMENSIONS; d++) out[d]! += own[k]! * axis[d]!;
    });
    return out;
  };
  const faces: ClusterFace[] = [];
  const truth: number[] = [];
  for (let person = 0; faces.length < count; person++) {
    const centre = between.map((deviation) => deviation * gaussian(random));
    centre[0]! += MEAN_LENGTH;
    const size = Math.ceil(LARGEST_PERSON * random() ** 4);
    for (let i = 0; i < size && faces.length < count; i++) {
      const own = centre.map((value, k) => value + within[k]! * gaussian(random));
      truth.push(person);
      faces.push({
        id: String(Math.floor(random() * 2 ** 48)).padStart(15, '0') + faces.length,
        photoId: `photo-${Math.floor((random() * count) / FACES_A_PHOTO)}`,
        embedding: Float32Array.from(turned(own)),
        grade: random() < 0.9 ? 'core' : 'weak',
        score: 0.9,
        sizePx: 80,
        personId: null,
        manual: false,
      });
    }
  }
  return { faces, truth };
}
