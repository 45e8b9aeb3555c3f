/**
 * Made-up embeddings. Persons have as many faces as in a club's season: a few are on every photo, most on a handful.
 */
import type { ClusterFace } from '#ml/cluster/types.ts';

const DIMENSIONS = 128;
const LARGEST_PERSON = 400;

interface Geometry {
  /** Length of what all faces share. */
  meanLength: number;
  /** Mean squared deviation of persons, and of one person's faces, from their centres. */
  between: number;
  within: number;
  /** How fast variances fall off: the k-th is k to the power of minus twice this. */
  decay: number;
  facesAPhoto: number;
  /** Faces of a person differ in how clear they are, and no person is twice in a photo; the first person has fewer faces than photos. */
  lifelike: boolean;
}

export const geometries = {
  /** Length about 1.42; strangers .14 apart in the mean (cosine), one person's faces .045. */
  dlib: { meanLength: 1.31, between: 0.2, within: 0.09, decay: 0.35, facesAPhoto: 5, lifelike: false },
  /** Strangers .94 apart in the mean (deviation .115), one person's faces .31 (.07). */
  sface: { meanLength: 0.2, between: 0.64, within: 0.32, decay: 0.2, facesAPhoto: 3, lifelike: true },
} as const satisfies Record<string, Geometry>;

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
function spread(total: number, decay: number): Float64Array {
  const weights = Float64Array.from({ length: DIMENSIONS }, (_, k) => (k + 1) ** (-2 * decay));
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
export function syntheticFaces(
  count: number,
  seed = 1,
  {
    meanLength,
    between: ofPersons,
    within: ofFaces,
    decay,
    facesAPhoto,
    lifelike,
  }: Geometry = geometries.dlib,
): { faces: ClusterFace[]; truth: number[] } {
  const random = seeded(seed);
  const axes = basis(random);
  const between = spread(ofPersons, decay);
  const within = spread(ofFaces, decay);
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
    centre[0]! += meanLength;
    const largest = lifelike ? Math.min(LARGEST_PERSON, count / facesAPhoto / 3) : LARGEST_PERSON;
    const size = Math.ceil(largest * random() ** 4);
    const photos = new Set<string>();
    for (let i = 0; i < size && faces.length < count; i++) {
      const noise = lifelike ? 0.7 + 0.6 * random() : 1;
      const own = centre.map((value, k) => value + noise * within[k]! * gaussian(random));
      truth.push(person);
      const id = String(Math.floor(random() * 2 ** 48)).padStart(15, '0') + faces.length;
      const draw = () => `photo-${Math.floor((random() * count) / facesAPhoto)}`;
      let photoId = draw();
      while (lifelike && photos.has(photoId)) photoId = draw();
      photos.add(photoId);
      faces.push({
        id,
        photoId,
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
