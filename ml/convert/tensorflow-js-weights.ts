/** Reads the weights that stand in the npm package `@vladmandic/face-api` (MIT), file format of TensorFlow.js. */
import path from 'node:path/posix';
import type { ReadPackageFile } from './npm-package.ts';

export interface Weight {
  shape: number[];
  values: Float32Array;
}

export type Weights = (name: string) => Weight;

interface ManifestWeight {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32';
  quantization?: { dtype: 'uint8'; scale: number; min: number };
}

/**
 * Loads `<base>-weights_manifest.json` and the bytes it names. Quantised weights are restored as
 * `fround(q * scale + min)`, as tfjs-core's io_utils does. Asking for an unknown name throws.
 */
export async function readWeights(base: string, readFile: ReadPackageFile): Promise<Weights> {
  const groups = JSON.parse((await readFile(`${base}-weights_manifest.json`)).toString()) as {
    paths: string[];
    weights: ManifestWeight[];
  }[];
  const table = new Map<string, Weight>();
  for (const group of groups) {
    const parts = await Promise.all(group.paths.map((file) => readFile(path.join(path.dirname(base), file))));
    const bytes = Buffer.concat(parts);
    let at = 0;
    for (const weight of group.weights) {
      const count = weight.shape.reduce((product, dim) => product * dim, 1);
      const values = new Float32Array(count);
      const quantised = weight.quantization;
      for (let i = 0; i < count; i++) {
        if (quantised) values[i] = bytes.readUInt8(at + i) * quantised.scale + quantised.min;
        else
          values[i] =
            weight.dtype === 'int32' ? bytes.readInt32LE(at + 4 * i) : bytes.readFloatLE(at + 4 * i);
      }
      at += quantised ? count : 4 * count;
      table.set(weight.name, { shape: weight.shape, values });
    }
    if (at !== bytes.length)
      throw new Error(`${path.basename(base)}: weights end at ${at} of ${bytes.length}`);
  }
  return (name) => {
    const weight = table.get(name);
    if (!weight) throw new Error(`${path.basename(base)} holds no weight named ${name}`);
    return weight;
  };
}

/** TensorFlow's convolution filters [kh, kw, in, out] in ONNX order [out, in, kh, kw]. */
export function convolutionFilters({ shape, values }: Weight): Weight {
  const [kh, kw, cin, cout] = shape as [number, number, number, number];
  const out = new Float32Array(values.length);
  for (let k = 0; k < kh * kw; k++)
    for (let i = 0; i < cin; i++)
      for (let o = 0; o < cout; o++) out[(o * cin + i) * kh * kw + k] = values[(k * cin + i) * cout + o] ?? 0;
  return { shape: [cout, cin, kh, kw], values: out };
}

/** TensorFlow's depthwise filters [kh, kw, channels, 1] in ONNX order [channels, 1, kh, kw]. */
export function depthwiseFilters({ shape, values }: Weight): Weight {
  const [kh, kw, channels] = shape as [number, number, number, number];
  const out = new Float32Array(values.length);
  for (let k = 0; k < kh * kw; k++)
    for (let c = 0; c < channels; c++) out[c * kh * kw + k] = values[k * channels + c] ?? 0;
  return { shape: [channels, 1, kh, kw], values: out };
}
