/**
 * SFace (Zhong et al., "SFace: Sigmoid-Constrained Hypersphere Loss for Robust Face Recognition", IEEE TIP 2021) as OpenCV's model
 * zoo publishes it (Apache-2.0, github.com/opencv/opencv_zoo): 112x112 RGB chip -> 128 numbers. The same net with less to
 * compute: batch normalisations are multiplied into the weights beside them, and PReLU is spelled in operations that onnxruntime
 * computes in the blocked layout of its convolutions.
 */
import { ATTRIBUTE, DATA_TYPE, GRAPH, GraphBuilder, NODE, TENSOR } from './onnx.ts';
import { readFields } from './protobuf.ts';
import { readGraph, texts } from './read-graph.ts';

const CHIP_PX = 112;

interface Node {
  op: string;
  inputs: string[];
  output: string;
  ints: (attribute: string) => number[];
  float: (attribute: string) => number;
}

/** value * scale + shift, for each channel. */
interface Affine {
  scale: Float32Array;
  shift: Float32Array;
}

/** Bytes of the ONNX model: input `image` uint8 [n,112,112,3] RGB, output `embedding` float [n,128]. Throws Error for another net. */
export function convertSface(file: Buffer): Buffer {
  const { nodes, constants } = readChain(file);
  const valuesOf = (name: string | undefined): Float32Array => {
    const values = constants.get(name ?? '');
    if (!values) throw new Error(`the file has no constant ${name}`);
    return values;
  };
  const next = (op: string): Node => {
    const node = nodes.shift();
    if (node?.op !== op) throw new Error(`${op} was expected, found ${node?.op}`);
    return node;
  };
  const normalisation = (): Affine => {
    const { inputs, float } = next('BatchNormalization');
    const [gamma, beta, mean, variance] = inputs.slice(1).map(valuesOf);
    const scale = gamma!.map((value, i) => value / Math.sqrt(variance![i]! + float('epsilon')));
    return { scale, shift: beta!.map((value, i) => value - mean![i]! * scale[i]!) };
  };
  const graph = new GraphBuilder('sface');
  const image = graph.input('image', DATA_TYPE.uint8, ['n', CHIP_PX, CHIP_PX, 3]);
  const planes = graph.add('Transpose', [image], { perm: [0, 3, 1, 2] });
  let x = graph.add('Cast', [planes], { to: DATA_TYPE.float });
  for (const op of ['Sub', 'Mul']) x = graph.add(op, [x, graph.floats(...valuesOf(next(op).inputs[1]))]);

  /** What is still to be done to each channel of `x`; nothing at the beginning. */
  let before: Affine = { scale: Float32Array.of(1, 1, 1), shift: Float32Array.of(0, 0, 0) };
  while (nodes[0]?.op === 'Conv') {
    const { inputs, ints } = next('Conv');
    const { scale, shift } = normalisation();
    const slopes = valuesOf(next('PRelu').inputs[1]);
    // x < 0: slope x, else x. For slopes up to 1 that is the larger of both, for others the smaller: these channels change their sign.
    const sign = slopes.map((slope) => (slope > 1 ? -1 : 1));
    const after = {
      scale: scale.map((value, i) => value * sign[i]!),
      shift: shift.map((value, i) => value * sign[i]!),
    };
    const kernel = ints('kernel_shape');
    const { weights, biases } = fold(valuesOf(inputs[1]), { before, after, area: kernel[0]! * kernel[1]! });
    const shape = [biases.length, weights.length / biases.length / (kernel[0]! * kernel[1]!), ...kernel];
    x = graph.add('Conv', [x, graph.constant(shape, weights), graph.constant([biases.length], biases)], {
      kernel_shape: kernel,
      strides: ints('strides'),
      pads: ints('pads'),
      group: ints('group')[0]!,
    });
    // x + relu((slope - 1) x) is that for both, and takes a quarter of the time of ONNX's PRelu.
    const factors = graph.constant(
      [slopes.length, 1, 1],
      slopes.map((slope) => slope - 1),
    );
    x = graph.add('Add', [x, graph.add('Relu', [graph.add('Mul', [x, factors])])]);
    before = { scale: sign, shift: sign.map(() => 0) };
  }
  const { scale, shift } = normalisation();
  next('Dropout');
  next('Flatten');
  const { inputs } = next('Gemm');
  const [, given, biases] = inputs.map((name, i) => (i === 0 ? undefined : valuesOf(name)));
  const layer = fold(given!, {
    before: { scale: scale.map((value, i) => value * before.scale[i]!), shift },
    after: normalisation(),
    area: given!.length / biases!.length / scale.length,
    biases: biases!,
  });
  const numbers = layer.biases.length;
  const weights = graph.constant([numbers, layer.weights.length / numbers], layer.weights);
  const embedding = graph.add(
    'Gemm',
    [graph.add('Flatten', [x]), weights, graph.constant([numbers], layer.biases)],
    { transB: 1 },
  );
  if (nodes.length > 0) throw new Error(`${nodes[0]!.op} was not expected`);
  graph.output(embedding, 'embedding', ['n', numbers]);
  return graph.toBytes();
}

/**
 * The weights [out, in, area] of a layer with what happens to its input before and to its output after it. A depthwise layer
 * reads one channel for each that it gives. A shift before it counts only where nothing is padded.
 */
function fold(
  weights: Float32Array,
  { before, after, area, biases }: { before: Affine; after: Affine; area: number; biases?: Float32Array },
) {
  const outputs = after.scale.length;
  const each = weights.length / outputs;
  const isDepthwise = each === area;
  const folded = new Float32Array(weights.length);
  const sums = biases ? Float64Array.from(biases) : new Float64Array(outputs);
  for (let out = 0; out < outputs; out++)
    for (let i = 0; i < each; i++) {
      const channel = isDepthwise ? out : Math.floor(i / area);
      const weight = weights[out * each + i]!;
      folded[out * each + i] = weight * before.scale[channel]! * after.scale[out]!;
      sums[out]! += weight * before.shift[channel]!;
    }
  return {
    weights: folded,
    biases: Float32Array.from(sums, (sum, out) => sum * after.scale[out]! + after.shift[out]!),
  };
}

/** The nodes, each of which reads what the one before it gives, and the constants. */
function readChain(file: Buffer): { nodes: Node[]; constants: Map<string, Float32Array> } {
  const { graph } = readGraph(file);
  const nodes = graph.filter(({ field }) => field === GRAPH.node).map(({ bytes }) => readNode(bytes));
  nodes.forEach(({ op, inputs }, i) => {
    if (i > 0 && inputs[0] !== nodes[i - 1]!.output)
      throw new Error(`${op} does not read the node before it`);
  });
  const constants = graph
    .filter(({ field }) => field === GRAPH.initializer)
    .map(({ bytes }) => {
      const parts = readFields(bytes);
      const name = parts.find(({ field }) => field === TENSOR.name)!.bytes.toString();
      const floats = parts.find(({ field }) => field === TENSOR.floats)?.bytes ?? Buffer.alloc(0);
      return [name, new Float32Array(new Uint8Array(floats).buffer)] as const;
    });
  return { nodes, constants: new Map(constants) };
}

function readNode(bytes: Buffer): Node {
  const parts = readFields(bytes);
  const attributes = new Map(
    parts
      .filter(({ field }) => field === NODE.attribute)
      .map((part) => {
        const fields = readFields(part.bytes);
        return [fields.find(({ field }) => field === ATTRIBUTE.name)!.bytes.toString(), fields];
      }),
  );
  return {
    op: texts(parts, NODE.op)[0] ?? '',
    inputs: texts(parts, NODE.input),
    output: texts(parts, NODE.output)[0] ?? '',
    ints: (name) =>
      (attributes.get(name) ?? [])
        .filter(({ field }) => field === ATTRIBUTE.i || field === ATTRIBUTE.ints)
        .map(({ int }) => int),
    float: (name) =>
      attributes
        .get(name)
        ?.find(({ field }) => field === ATTRIBUTE.f)
        ?.raw.readFloatLE(1) ?? 0,
  };
}
