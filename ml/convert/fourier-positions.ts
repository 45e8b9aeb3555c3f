/** The positional encoding of EdgeNeXt: sines and cosines of row and column, projected to the block's channels. */
import type { Weight } from './tensorflow-js-weights.ts';

/** Numbers for each direction, and the longest of their wavelengths in turns (PositionalEncodingFourier). */
const HIDDEN = 32;
const TEMPERATURE = 10_000;
const EPSILON = 1e-6;

/** Encoding of one coordinate, 1 to `side`: sine and cosine in turn, with growing wavelengths. */
function encode(coordinate: number, side: number): number[] {
  const angle = (coordinate / (side + EPSILON)) * 2 * Math.PI;
  return Array.from({ length: HIDDEN }, (_, i) => {
    const phase = angle / TEMPERATURE ** ((2 * Math.floor(i / 2)) / HIDDEN);
    return i % 2 === 0 ? Math.sin(phase) : Math.cos(phase);
  });
}

/** [1, side * side, channels], row by row; `weight` [channels, 2 * HIDDEN, 1, 1] projects rows before columns. */
export function fourierPositions(side: number, weight: Weight, bias: Weight): Weight {
  const channels = bias.values.length;
  const values = new Float32Array(side * side * channels);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const position = [...encode(row + 1, side), ...encode(column + 1, side)];
      for (let c = 0; c < channels; c++) {
        let sum = bias.values[c]!;
        for (let i = 0; i < position.length; i++)
          sum += weight.values[c * position.length + i]! * position[i]!;
        values[(row * side + column) * channels + c] = sum;
      }
    }
  return { shape: [1, side * side, channels], values };
}
