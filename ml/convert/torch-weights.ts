/** Reads the weights of a PyTorch state dictionary (a ZIP with a pickle and the numbers), also int8 ones. */
import { type Allowed, PickleFunction, type PickleValue, readPickle } from './pickle.ts';
import { readStoredZip } from './stored-zip.ts';
import type { Weight } from './tensorflow-js-weights.ts';

type Numbers = Float32Array | Int8Array | BigInt64Array;
const STORAGES: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Numbers> = {
  FloatStorage: ({ buffer }) => new Float32Array(buffer),
  LongStorage: ({ buffer }) => new BigInt64Array(buffer),
  QInt8Storage: ({ buffer }) => new Int8Array(buffer),
};

const isNumbers = (value: PickleValue): value is Numbers =>
  value instanceof Float32Array || value instanceof Int8Array || value instanceof BigInt64Array;
const isSizes = (value: PickleValue): value is number[] =>
  Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);

/** Numbers of a storage in the order of the tensor's indices, last one fastest. */
function gather(storage: PickleValue, offset: PickleValue, shape: PickleValue, strides: PickleValue): Weight {
  if (!isNumbers(storage) || !Number.isSafeInteger(offset) || !isSizes(shape) || !isSizes(strides))
    throw new RangeError('the pickle describes no tensor');
  const count = shape.reduce((product, size) => product * size, 1);
  if (shape.length !== strides.length || count > storage.length)
    throw new RangeError('a tensor does not fit its numbers');
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let at = offset as number;
    let rest = i;
    for (let d = shape.length - 1; d >= 0; d--) {
      at += (rest % shape[d]!) * strides[d]!;
      rest = Math.floor(rest / shape[d]!);
    }
    const value = storage[at];
    if (value === undefined) throw new RangeError('a tensor reads outside of its numbers');
    values[i] = Number(value);
  }
  return { shape, values };
}

/** The classes and functions that a state dictionary names, as builders of plain data. */
const ALLOWED: Allowed = {
  'collections OrderedDict': new PickleFunction(() => new Map()),
  'torch FloatStorage': 'FloatStorage',
  'torch LongStorage': 'LongStorage',
  'torch QInt8Storage': 'QInt8Storage',
  'torch qint8': 'qint8',
  'torch per_tensor_affine': 'per_tensor_affine',
  'torch._utils _rebuild_parameter': new PickleFunction(([tensor]) => tensor),
  'torch._utils _rebuild_tensor_v2': new PickleFunction(([storage, offset, shape, strides]) =>
    gather(storage, offset, shape, strides),
  ),
  'torch._utils _rebuild_qtensor': new PickleFunction(([storage, offset, shape, strides, quantizer]) => {
    const [scheme, scale, zero] = Array.isArray(quantizer) ? quantizer : [];
    if (scheme !== 'per_tensor_affine' || typeof scale !== 'number' || typeof zero !== 'number')
      throw new RangeError('a tensor is quantised in an unknown way');
    const { shape: sizes, values } = gather(storage, offset, shape, strides);
    return { shape: sizes, values: values.map((value) => (value - zero) * scale) };
  }),
};

const isWeight = (value: unknown): value is Weight =>
  typeof value === 'object' && value !== null && 'values' in value && value.values instanceof Float32Array;

/**
 * All tensors of the file by name, int8 ones restored as (q - zero) * scale. The weight and bias of a quantised linear
 * layer stand under `<layer>.weight` and `<layer>.bias`. Throws RangeError where the file is not of this kind.
 */
export function readTorchWeights(file: Buffer): Map<string, Weight> {
  const files = readStoredZip(file);
  const [pickle] = [...files.keys()].filter((name) => name.endsWith('/data.pkl'));
  if (!pickle) throw new RangeError('the archive holds no data.pkl');
  const folder = pickle.slice(0, -'data.pkl'.length);
  const load = (id: PickleValue): Numbers => {
    const [kind, storage, key] = Array.isArray(id) ? id : [];
    const numbers = files.get(`${folder}data/${key}`);
    const open = STORAGES[String(storage)];
    if (kind !== 'storage' || !numbers || !open) throw new RangeError(`the archive holds no storage ${key}`);
    return open(Uint8Array.from(numbers));
  };
  const state = readPickle(files.get(pickle)!, ALLOWED, load);
  if (!(state instanceof Map)) throw new RangeError('the pickle holds no state dictionary');
  const weights = new Map<string, Weight>();
  for (const [name, value] of state) {
    if (isWeight(value)) weights.set(name, value);
    const layer = /^(.*)\._packed_params\._packed_params$/.exec(String(name))?.[1];
    if (!layer || !Array.isArray(value)) continue;
    const [weight, bias] = value;
    if (isWeight(weight)) weights.set(`${layer}.weight`, weight);
    if (isWeight(bias)) weights.set(`${layer}.bias`, bias);
  }
  return weights;
}
