/** Plain vector arithmetic on embeddings. The caller passes vectors of the same length: both sides come from one recogniser. */

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const norm = (a: Float32Array): number => Math.sqrt(dot(a, a));

/** A copy of length 1; the zero vector stays zero. */
export function normalised(a: Float32Array): Float32Array {
  const length = norm(a);
  const unit = a.slice();
  if (length > 0) for (let i = 0; i < unit.length; i++) unit[i]! /= length;
  return unit;
}

export function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const d = a[i]! - b[i]!;
    sum += d * d;
  }
  return sum;
}
