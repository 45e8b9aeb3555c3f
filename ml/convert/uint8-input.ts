/**
 * Gives an ONNX file as others publish it (YuNet, SFace, MobileFaceNet) the input our own graphs have: bytes as sharp delivers them,
 * uint8 [n,h,w,3] RGB. Two nodes go in front, two more where the net expects normalised values; for a net that wants
 * BGR the first convolution's weights change places.
 */
import { DATA_TYPE, type Dims, GRAPH, MODEL, NODE, node, TENSOR, tensor, valueInfo } from './onnx.ts';
import { bytesField, type Field, readFields } from './protobuf.ts';
import { readGraph } from './read-graph.ts';
import { withFirstDimension } from './value-info.ts';

export interface Uint8Input {
  /** Order of channels the net was made for. */
  order: 'rgb' | 'bgr';
  /** The new input's sizes, [n, h, w, 3]. Where `n` is a name, the outputs get a free first dimension too. */
  dims: Dims;
  /**
   * The net expects (x - mean) / deviation for each channel, in its own order, x from 0 to 255. Nodes of their own: they
   * cannot be folded into a first convolution that pads with zeros after normalisation.
   */
  normalise?: { mean: readonly number[]; deviation: readonly number[] };
}

const name = (field: Field, inner: number): string =>
  readFields(field.bytes)
    .find((part) => part.field === inner)
    ?.bytes.toString() ?? '';

/** The model's bytes with the new input, named as the old one. Throws Error where the graph is not of that kind. */
export function withUint8Input(model: Buffer, { order, dims, normalise }: Uint8Input): Buffer {
  const { top, graphField, graph } = readGraph(model);
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
    if (part.field === GRAPH.output && typeof dims[0] === 'string')
      return bytesField(GRAPH.output, withFirstDimension(part.bytes, dims[0]));
    return part.raw;
  });
  const floats = normalise ? `${inputName}_floats` : inputName;
  const front = [
    node('Transpose', [bytesName], planes, { perm: [0, 3, 1, 2] }),
    node('Cast', [planes], floats, { to: DATA_TYPE.float }),
  ].map((each) => bytesField(GRAPH.node, each));
  if (normalise) front.push(...normalisation(floats, inputName, normalise));
  return Buffer.concat(
    top.map((part) => (part === graphField ? bytesField(MODEL.graph, [...front, ...rewritten]) : part.raw)),
  );
}

/** Two nodes and their constants: (from - mean) * (1 / deviation), for each channel. */
function normalisation(from: string, to: string, { mean, deviation }: Required<Uint8Input>['normalise']) {
  const perChannel = (name: string, values: readonly number[]) =>
    bytesField(GRAPH.initializer, tensor(name, [values.length, 1, 1], Float32Array.from(values)));
  return [
    bytesField(GRAPH.node, node('Sub', [from, `${to}_mean`], `${to}_centred`, {})),
    bytesField(GRAPH.node, node('Mul', [`${to}_centred`, `${to}_scale`], to, {})),
    perChannel(`${to}_mean`, mean),
    perChannel(
      `${to}_scale`,
      deviation.map((value) => 1 / value),
    ),
  ];
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
