/**
 * The directions in which vectors differ most, so that two distant ones show it in their first few numbers.
 * Eigenvectors of the covariance by cyclic Jacobi rotations (Golub & Van Loan, Matrix Computations, 8.5).
 */

const SAMPLE = 4000;
const SWEEPS = 12;
const CONVERGED = 1e-12;

/** Rows of the result are axes, the one of largest variance first. `rows` holds `count` vectors one after another. */
export function principalAxes(rows: Float32Array, count: number, dimensions: number): Float64Array {
  const matrix = covariance(rows, count, dimensions);
  const axes = new Float64Array(dimensions * dimensions);
  for (let i = 0; i < dimensions; i++) axes[i * dimensions + i] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let off = 0;
    let all = 0;
    for (let p = 0; p < dimensions; p++)
      for (let q = 0; q < dimensions; q++) {
        const square = matrix[p * dimensions + q]! ** 2;
        all += square;
        if (p !== q) off += square;
      }
    if (off <= CONVERGED * all) break;
    for (let p = 0; p < dimensions; p++)
      for (let q = p + 1; q < dimensions; q++) rotate(matrix, axes, dimensions, p, q);
  }
  const order = Array.from({ length: dimensions }, (_, i) => i).sort(
    (a, b) => matrix[b * dimensions + b]! - matrix[a * dimensions + a]! || a - b,
  );
  const sorted = new Float64Array(axes.length);
  order.forEach((from, to) => {
    sorted.set(axes.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions);
  });
  return sorted;
}

/** From at most `SAMPLE` evenly spaced rows: any orthogonal axes are right, better ones are only faster. */
function covariance(rows: Float32Array, count: number, dimensions: number): Float64Array {
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const mean = new Float64Array(dimensions);
  const matrix = new Float64Array(dimensions * dimensions);
  let taken = 0;
  for (let i = 0; i < count; i += step, taken++)
    for (let k = 0; k < dimensions; k++) mean[k]! += rows[i * dimensions + k]!;
  for (let k = 0; k < dimensions; k++) mean[k]! /= taken;
  const centred = new Float64Array(dimensions);
  for (let i = 0; i < count; i += step) {
    for (let k = 0; k < dimensions; k++) centred[k] = rows[i * dimensions + k]! - mean[k]!;
    for (let p = 0; p < dimensions; p++)
      for (let q = p; q < dimensions; q++) matrix[p * dimensions + q]! += centred[p]! * centred[q]!;
  }
  for (let p = 0; p < dimensions; p++)
    for (let q = 0; q < p; q++) matrix[p * dimensions + q] = matrix[q * dimensions + p]!;
  return matrix;
}

/** Turns axes p and q so that their covariance becomes zero. */
function rotate(matrix: Float64Array, axes: Float64Array, n: number, p: number, q: number): void {
  const pq = matrix[p * n + q]!;
  if (pq === 0) return;
  const theta = (matrix[q * n + q]! - matrix[p * n + p]!) / (2 * pq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const kp = matrix[k * n + p]!;
    const kq = matrix[k * n + q]!;
    matrix[k * n + p] = c * kp - s * kq;
    matrix[k * n + q] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = matrix[p * n + k]!;
    const qk = matrix[q * n + k]!;
    matrix[p * n + k] = c * pk - s * qk;
    matrix[q * n + k] = s * pk + c * qk;
    const ap = axes[p * n + k]!;
    const aq = axes[q * n + k]!;
    axes[p * n + k] = c * ap - s * aq;
    axes[q * n + k] = s * ap + c * aq;
  }
}
