/**
 * Gives a foreign ONNX file (YuNet, SFace) the input our own graphs have: bytes as sharp delivers them, uint8
 * [n,h,w,3] RGB. Two nodes go in front; for a net that wants BGR the first convolution's weights change places.
 */
import { DATA_TYPE, type Dims, GRAPH, MODEL, NODE, node, TENSOR, tensor, valueInfo } from './onnx.ts';
import { bytesField, type Field, readFields } from './protobuf.ts';

export interface Uint8Input {
  /** Order of channels the net was made for. */
  order: 'rgb' | 'bgr';
  /** The new input's sizes, [n, h, w, 3]. */
  dims: Dims;
}

const name = (field: Field, inner: number): string =>
  readFields(field.bytes)
    .find((part) => part.field === inner)
    ?.bytes.toString() ?? '';

/** The model's bytes with the new input, named as the old one. Throws Error where the graph is not of that kind. */
export function withUint8Input(model: Buffer, { order, dims }: Uint8Input): Buffer {
  const top = readFields(model);
  const graphField = top.find((part) => part.field === MODEL.graph);
  if (!graphField) throw new Error('not an ONNX model: it holds no graph');
  const graph = readFields(graphField.bytes);
  const constants = new Set(
    graph.filter((part) => part.field === GRAPH.initializer).map((part) => name(part, TENSOR.name)),
  );
  // Files of IR version 3 list constants among the inputs.
  const inputs = graph.filter((part) => part.field === GRAPH.input && !constants.has(name(part, 1)));
  const input = inputs[0];
  if (!input || inputs.length !== 1) throw new Error(`one image input was expected, found ${inputs.length}`);
  const inputName = name(input, 1);
  const swapped = order === 'bgr' ? firstFilters(graph, inputName) : undefined;

  const bytesName = `${inputName}_uint8`;
  const planes = `${inputName}_planes`;
  const rewritten = graph.map((part) => {
    if (part === input) return bytesField(GRAPH.input, valueInfo(bytesName, DATA_TYPE.uint8, dims));
    if (part.field === GRAPH.initializer && swapped && name(part, TENSOR.name) === swapped)
      return bytesField(GRAPH.initializer, swapChannels(part.bytes));
    return part.raw;
  });
  const front = [
    node('Transpose', [bytesName], planes, { perm: [0, 3, 1, 2] }),
    node('Cast', [planes], inputName, { to: DATA_TYPE.float }),
  ].map((each) => bytesField(GRAPH.node, each));
  return Buffer.concat(
    top.map((part) => (part === graphField ? bytesField(MODEL.graph, [...front, ...rewritten]) : part.raw)),
  );
}

/** Name of the weights of the one convolution that reads the input. */
function firstFilters(graph: Field[], inputName: string): string {
  const readers = graph
    .filter((part) => part.field === GRAPH.node)
    .map((part) => readFields(part.bytes))
    .filter((fields) => fields.some((f) => f.field === NODE.input && f.bytes.toString() === inputName));
  const reader = readers[0];
  const op = reader?.find((part) => part.field === NODE.op)?.bytes.toString();
  if (!reader || readers.length !== 1 || op !== 'Conv')
    throw new Error('the input is not read by exactly one convolution: channels cannot be swapped');
  return reader.filter((part) => part.field === NODE.input)[1]?.bytes.toString() ?? '';
}

/** Filters [out, 3, kh, kw]: first and third input channel change places. */
function swapChannels(tensorBytes: Buffer): Buffer {
  const fields = readFields(tensorBytes);
  const dims = readDims(fields);
  const [cout = 0, cin = 0, kh = 0, kw = 0] = dims;
  const raw = fields.find((part) => part.field === TENSOR.raw);
  if (cin !== 3 || !raw) throw new Error('the first convolution does not read three channels of raw floats');
  const each = kh * kw;
  const from = new Float32Array(new Uint8Array(raw.bytes).buffer);
  const to = new Float32Array(from.length);
  for (let o = 0; o < cout; o++)
    for (let c = 0; c < cin; c++)
      to.set(from.subarray((o * cin + c) * each, (o * cin + c + 1) * each), (o * cin + (2 - c)) * each);
  const own = fields.find((part) => part.field === TENSOR.name)?.bytes.toString() ?? '';
  return tensor(own, dims, to);
}

/** Dims are one varint field each or, packed, one field of many. */
function readDims(fields: Field[]): number[] {
  const dims: number[] = [];
  for (const part of fields.filter((f) => f.field === TENSOR.dims)) {
    if (part.bytes.length === 0) dims.push(part.int);
    else {
      // A packed list read as a message would need tags; sizes below 2^14 are all a filter has.
      for (let i = 0; i < part.bytes.length; i++) {
        const byte = part.bytes[i] ?? 0;
        if (byte < 0x80) dims.push(byte);
        else dims.push((byte & 0x7f) + 0x80 * (part.bytes[++i] ?? 0));
      }
    }
  }
  return dims;
}
