/** Loads the inner loop of the search for near pairs; its source with all explanations is distance-kernel.wat. */
import { readFileSync } from 'node:fs';

/** Numbers compared at a time; rows are padded to a multiple of it. */
export const STEP = 32;
const PAGE_BYTES = 65_536;

/**
 * `near(row, from, to, rowBytes, limit, out)`: all addresses are bytes in `memory`. For each row in [from, to) whose
 * squared distance to `row` is at most `limit`, its address (int32) and the distance (float32) are written to `out`;
 * the answer is the end of what was written.
 */
export type Near = (
  row: number,
  from: number,
  to: number,
  rowBytes: number,
  limit: number,
  out: number,
) => number;

let compiled: WebAssembly.Module | undefined;

export function distanceKernel(bytes: number): { memory: WebAssembly.Memory; near: Near } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  compiled ??= new WebAssembly.Module(readFileSync(new URL('distance-kernel.wasm', import.meta.url)));
  const instance = new WebAssembly.Instance(compiled, { host: { memory } });
  return { memory, near: instance.exports.near as Near };
}
