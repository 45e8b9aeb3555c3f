/**
 * MobileFaceNet as sirius-ai trained it (Apache-2.0, github.com/sirius-ai/MobileFaceNet_TF), from a TensorFlow Lite
 * file: 112x112 RGB chip -> 192 numbers of length 1.
 */
import { DATA_TYPE, GraphBuilder } from './onnx.ts';
import { readTflite, type TfliteOperator, type TfliteTensor } from './tflite.ts';

const CHIP_PX = 112;
const EMBEDDING = 192;
/** (x - 127.5) / 128, as the net was trained. */
const MEAN = 127.5;
const SCALE = 1 / 128;
/** Conv2DOptions and DepthwiseConv2DOptions begin with the same fields. */
const CONV_OPTIONS = { padding: 0, strideWidth: 1, strideHeight: 2 } as const;
const CONV_ACTIVATION = { CONV_2D: 3, DEPTHWISE_CONV_2D: 4 } as const;
const PADDING_SAME = 0;

/**
 * What a tensor is in our graph. The file spells PReLU as relu(x) + c (x - |x|); the parts on the way to the last
 * addition get no nodes of their own.
 */
type Value =
  | { kind: 'node'; name: string }
  | { kind: 'relu' | 'abs' | 'twice the negative part'; of: string }
  | { kind: 'sloped'; of: string; slopes: Float32Array };

/** Bytes of the ONNX model: input `image` uint8 [n,112,112,3] RGB, output `embedding` float [n,192]. */
export function convertMobilefacenetSirius(file: Buffer): Buffer {
  const { tensors, operators, inputs, outputs } = readTflite(file);
  const graph = new GraphBuilder('mobilefacenet_sirius');
  const values = new Map<number, Value>();
  const partOf = (index: number | undefined): Value => {
    const value = values.get(index ?? -1);
    if (!value) throw new Error(`the file reads tensor ${index} before it is computed`);
    return value;
  };
  const nameOf = (index: number | undefined): string => {
    const value = partOf(index);
    if (value.kind === 'node') return value.name;
    if (value.kind === 'relu') return graph.add('Relu', [value.of]);
    throw new Error(`the file uses ${value.kind} outside of a PReLU`);
  };

  const image = graph.input('image', DATA_TYPE.uint8, ['n', CHIP_PX, CHIP_PX, 3]);
  const planes = graph.add('Transpose', [image], { perm: [0, 3, 1, 2] });
  const floats = graph.add('Cast', [planes], { to: DATA_TYPE.float });
  const centred = graph.add('Sub', [floats, graph.floats(MEAN)]);
  values.set(inputs[0] ?? -1, { kind: 'node', name: graph.add('Mul', [centred, graph.floats(SCALE)]) });

  /** x < 0: slope x, else x. In this form it takes half the time of ONNX's PRelu. */
  const prelu = (x: string, slopes: Float32Array): string => {
    const perChannel = (of: Float32Array) => graph.constant([slopes.length, 1, 1], of);
    const positive = graph.add('Mul', [graph.add('Relu', [x]), perChannel(slopes.map((slope) => 1 - slope))]);
    return graph.add('Add', [graph.add('Mul', [x, perChannel(slopes)]), positive]);
  };

  const convert = (operator: TfliteOperator): Value => {
    const [a, b] = operator.inputs;
    switch (operator.op) {
      case 'CONV_2D':
      case 'DEPTHWISE_CONV_2D':
        return { kind: 'node', name: convolution(graph, operator, nameOf(a), tensors) };
      case 'RELU':
        return { kind: 'relu', of: nameOf(a) };
      case 'ABS':
        return { kind: 'abs', of: nameOf(a) };
      case 'SUB': {
        const subtracted = partOf(b);
        if (subtracted.kind !== 'abs' || subtracted.of !== nameOf(a))
          throw new Error('SUB outside of a PReLU');
        return { kind: 'twice the negative part', of: subtracted.of };
      }
      case 'MUL': {
        const factors = tensors[a ?? -1]?.values;
        const factor = partOf(b);
        if (!factors || factor.kind !== 'twice the negative part') throw new Error('MUL outside of a PReLU');
        return { kind: 'sloped', of: factor.of, slopes: factors.map((value) => 2 * value) };
      }
      case 'ADD': {
        const [left, right] = [partOf(a), partOf(b)];
        if (left.kind === 'relu' && right.kind === 'sloped' && left.of === right.of)
          return { kind: 'node', name: prelu(left.of, right.slopes) };
        return { kind: 'node', name: graph.add('Add', [nameOf(a), nameOf(b)]) };
      }
      case 'RESHAPE':
        return { kind: 'node', name: graph.add('Flatten', [nameOf(a)]) };
      default:
        throw new Error(`no converter for ${operator.op}`);
    }
  };
  for (const operator of operators) values.set(operator.outputs[0] ?? -1, convert(operator));

  const raw = nameOf(outputs[0]);
  // Opset 17: ReduceL2 takes its axes as an attribute.
  const length = graph.add('ReduceL2', [raw], { axes: [1] });
  graph.output(graph.add('Div', [raw, length]), 'embedding', ['n', EMBEDDING]);
  return graph.toBytes();
}

function convolution(
  graph: GraphBuilder,
  { op, inputs, outputs, options }: TfliteOperator,
  x: string,
  tensors: TfliteTensor[],
): string {
  const [image, filters, biases] = inputs.map((index) => tensors[index]);
  const result = tensors[outputs[0] ?? -1];
  if (!options || !image || !result || !filters?.values || !biases?.values)
    throw new Error(`${op} lacks its filters, biases or options`);
  const depthwise = op === 'DEPTHWISE_CONV_2D';
  if (options.uint8(CONV_ACTIVATION[op as 'CONV_2D']) !== 0) throw new Error(`${op} with an activation`);
  const [, kh = 0, kw = 0] = filters.shape;
  const strides = [options.int32(CONV_OPTIONS.strideHeight), options.int32(CONV_OPTIONS.strideWidth)];
  const same = options.uint8(CONV_OPTIONS.padding) === PADDING_SAME;
  // TensorFlow's SAME: an odd pixel is added below and to the right.
  const needed = [kh, kw].map((size, i) => {
    const [from = 0, to = 0, stride = 1] = [image.shape[1 + i], result.shape[1 + i], strides[i]];
    return same ? Math.max(0, (to - 1) * stride + size - from) : 0;
  });
  const [top, left] = needed.map((px) => Math.floor(px / 2)) as [number, number];
  const [down, right] = needed.map((px) => Math.ceil(px / 2)) as [number, number];
  const { shape, values } = depthwise ? depthwiseFilters(filters) : convolutionFilters(filters);
  return graph.add('Conv', [x, graph.constant(shape, values), graph.constant(biases.shape, biases.values)], {
    kernel_shape: [kh, kw],
    strides,
    pads: [top, left, down, right],
    group: depthwise ? (shape[0] ?? 1) : 1,
  });
}

/** TensorFlow Lite's filters [out, kh, kw, in] in ONNX order [out, in, kh, kw]. */
function convolutionFilters({ shape, values = new Float32Array() }: TfliteTensor) {
  const [cout = 0, kh = 0, kw = 0, cin = 0] = shape;
  const area = kh * kw;
  const out = new Float32Array(values.length);
  for (let o = 0; o < cout; o++)
    for (let k = 0; k < area; k++)
      for (let i = 0; i < cin; i++) out[(o * cin + i) * area + k] = values[(o * area + k) * cin + i] ?? 0;
  return { shape: [cout, cin, kh, kw], values: out };
}

/** TensorFlow Lite's depthwise filters [1, kh, kw, channels] in ONNX order [channels, 1, kh, kw]. */
function depthwiseFilters({ shape, values = new Float32Array() }: TfliteTensor) {
  const [, kh = 0, kw = 0, channels = 0] = shape;
  const out = new Float32Array(values.length);
  for (let k = 0; k < kh * kw; k++)
    for (let c = 0; c < channels; c++) out[c * kh * kw + k] = values[k * channels + c] ?? 0;
  return { shape: [channels, 1, kh, kw], values: out };
}
