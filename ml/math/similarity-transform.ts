/** `x' = a x - b y + tx`, `y' = b x + a y + ty`: turn, scale and shift, never a reflection. */
export interface SimilarityTransform {
  a: number;
  b: number;
  tx: number;
  ty: number;
}

/**
 * The least-squares similarity that takes `from` to `to` (x0,y0,x1,y1..); in two dimensions Umeyama's solution
 * (S. Umeyama, IEEE PAMI 13(4), 1991) has this closed form. Undefined where all points of `from` coincide.
 */
export function fitSimilarity(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): SimilarityTransform | undefined {
  const count = from.length / 2;
  let fx = 0;
  let fy = 0;
  let gx = 0;
  let gy = 0;
  for (let i = 0; i < count; i++) {
    fx += from[2 * i]! / count;
    fy += from[2 * i + 1]! / count;
    gx += to[2 * i]! / count;
    gy += to[2 * i + 1]! / count;
  }
  let spread = 0;
  let along = 0;
  let across = 0;
  for (let i = 0; i < count; i++) {
    const x = from[2 * i]! - fx;
    const y = from[2 * i + 1]! - fy;
    const u = to[2 * i]! - gx;
    const v = to[2 * i + 1]! - gy;
    spread += x * x + y * y;
    along += x * u + y * v;
    across += x * v - y * u;
  }
  if (!(spread > 0)) return undefined;
  const a = along / spread;
  const b = across / spread;
  return { a, b, tx: gx - (a * fx - b * fy), ty: gy - (b * fx + a * fy) };
}

/** Undefined where the transform shrinks everything to a point. */
export function invert({ a, b, tx, ty }: SimilarityTransform): SimilarityTransform | undefined {
  const square = a * a + b * b;
  if (!(square > 0)) return undefined;
  const ia = a / square;
  const ib = -b / square;
  return { a: ia, b: ib, tx: -(ia * tx - ib * ty), ty: -(ib * tx + ia * ty) };
}

export const scaleOf = ({ a, b }: SimilarityTransform): number => Math.hypot(a, b);
