/** `npm run kernel`: makes distance-kernel.wasm from distance-kernel.wat, which is its source. */
import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const folder = new URL('../cluster/neighbours/', import.meta.url);

/** The bytes that the source assembles to. */
export async function assembleKernel(): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const source = await readFile(new URL('distance-kernel.wat', folder), 'utf8');
  const parsed = parseWat('distance-kernel.wat', source, { simd: true });
  try {
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

if (import.meta.main) await writeFile(new URL('distance-kernel.wasm', folder), await assembleKernel());
