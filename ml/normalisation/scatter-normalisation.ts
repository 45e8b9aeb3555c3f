/**
 * Within-class covariance normalisation: directions in which pictures of one person differ much (age, pose, light) count less,
 * those in which they agree count more (Hatch, Kajarekar, Stolcke, "Within-Class Covariance Normalization for SVM-Based Speaker
 * Recognition", Interspeech 2006). With the unit vector x of an embedding, the mean m of all unit vectors, and the inverse square
 * root W of the scatter within people (shrunk towards the identity), the result points to W (x - m) and is as long as the
 * embedding, so that nothing is lost: `originalDirection` goes back.
 *
 * W is kept as the directions in which it differs most from a multiple of the identity, whose factor is 1:
 *
 *   W y = y + sum over k of gain(k) * dot(u(k), y) * u(k)
 *
 * Fitted by scripts/evaluate/fit-scatter.ts.
 */
import { dot, normalised } from '../math/vector.ts';

export interface ScatterNormalisation {
  /** Of unit vectors; its length is below 1. */
  mean: Float32Array;
  /** Unit vectors, at right angles to each other. `gain` is above -1. */
  directions: readonly { gain: number; along: Float32Array }[];
}

/** A new vector as long as the embedding. The zero vector and an empty one stay as they are. */
export function normaliseScatter(
  { mean, directions }: ScatterNormalisation,
  embedding: Float32Array,
): Float32Array {
  const length = Math.sqrt(dot(embedding, embedding));
  if (length === 0) return embedding.slice();
  const centred = embedding.map((value, i) => value / length - mean[i]!);
  const whitened = stretch(centred, directions, (gain) => gain);
  return normalised(whitened).map((value) => value * length);
}

/** The unit vector of the embedding that `normaliseScatter` made this of, up to rounding. */
export function originalDirection(
  { mean, directions }: ScatterNormalisation,
  normalisedEmbedding: Float32Array,
): Float32Array {
  const along = stretch(normalised(normalisedEmbedding), directions, (gain) => 1 / (1 + gain) - 1);
  // The length s of W (x - m) is the positive root of |m + s along|² = 1: there is one, because |m| < 1.
  const [a, b, c] = [dot(along, along), dot(mean, along), dot(mean, mean) - 1];
  const s = (Math.sqrt(b * b - a * c) - b) / a;
  return along.map((value, i) => mean[i]! + s * value);
}

function stretch(
  vector: Float32Array,
  directions: ScatterNormalisation['directions'],
  gainOf: (gain: number) => number,
): Float32Array {
  const result = vector.slice();
  for (const { gain, along } of directions) {
    const share = gainOf(gain) * dot(along, vector);
    for (let i = 0; i < result.length; i++) result[i]! += share * along[i]!;
  }
  return result;
}

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/**
 * Reads little-endian numbers of 32 bits: the mean, then each gain with its direction.
 * @throws Error where their count does not fit `dimensions`
 */
export function decodeScatter(bytes: Buffer, dimensions: number): ScatterNormalisation {
  const rows = (bytes.length / BYTES - dimensions) / (dimensions + 1);
  if (!(Number.isInteger(rows) && rows >= 0))
    throw new Error(`${bytes.length} bytes are no normalisation of ${dimensions} dimensions`);
  const read = (from: number, count: number) =>
    Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE((from + i) * BYTES));
  return {
    mean: read(0, dimensions),
    directions: Array.from({ length: rows }, (_, row) => {
      const at = dimensions + row * (dimensions + 1);
      return { gain: bytes.readFloatLE(at * BYTES), along: read(at + 1, dimensions) };
    }),
  };
}

/** The reverse of `decodeScatter`. */
export function encodeScatter({ mean, directions }: ScatterNormalisation): Buffer {
  const numbers = [...mean, ...directions.flatMap(({ gain, along }) => [gain, ...along])];
  const bytes = Buffer.alloc(numbers.length * BYTES);
  numbers.forEach((value, i) => {
    bytes.writeFloatLE(value, i * BYTES);
  });
  return bytes;
}
