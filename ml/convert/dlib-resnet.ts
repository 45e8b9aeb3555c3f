/**
 * dlib's face recognition ResNet (Davis King, public domain; http://blog.dlib.net/2017/02/high-quality-face-recognition-with-deep.html)
 * in the quantised form that face-api ships: 150x150 RGB chip -> 128 numbers, not normalised, length about 1.4.
 */
import { DATA_TYPE, GraphBuilder } from './onnx.ts';
import { convolutionFilters, foldAffine, type Weight, type Weights } from './tensorflow-js-weights.ts';

const CHIP_PX = 150;
const EMBEDDING = 128;
/** Mean RGB that dlib subtracts (dlib/image_processing, input_rgb_image). */
const MEAN_RGB = [122.782, 117.001, 104.298] as const;
/** face-api divides by 255, dlib by 256; no difference was measurable. */
const PIXEL_SCALE = 1 / 255;
/** 35 -> 17 -> 8 -> 4 -> 2 pixels; each stage opens with a halving block and goes on with `plain` equal ones. */
const STAGES = [
  { name: '32', channels: 32, plain: 3, halves: false },
  { name: '64', channels: 64, plain: 3, halves: true },
  { name: '128', channels: 128, plain: 2, halves: true },
  { name: '256', channels: 256, plain: 2, halves: true },
] as const;

/** dlib's affine layer after each convolution is folded into it. */
function layer(weights: Weights, name: string): { filters: Weight; bias: Float32Array } {
  return foldAffine(
    convolutionFilters(weights(`${name}/conv/filters`)),
    weights(`${name}/conv/bias`).values,
    weights(`${name}/scale/weights`).values,
    weights(`${name}/scale/biases`).values,
  );
}

/** The first convolution has no padding, so mean and pixel scale fold into it exactly. */
function foldInput(
  filters: Weight,
  bias: Float32Array,
  scale: number,
): { filters: Weight; bias: Float32Array } {
  const [cout = 0, cin = 0, kh = 0, kw = 0] = filters.shape;
  const each = kh * kw;
  const values = filters.values.map((value) => value * scale);
  const folded = bias.map((value, o) => {
    let sum = value;
    for (let c = 0; c < cin; c++)
      for (let k = 0; k < each; k++)
        sum -= (values[(o * cin + c) * each + k] ?? 0) * (MEAN_RGB[c as 0 | 1 | 2] ?? 0);
    return sum;
  });
  return { filters: { shape: [cout, cin, kh, kw], values }, bias: folded };
}

/** Bytes of the ONNX model: input `image` uint8 [n,150,150,3] RGB, output `embedding` float [n,128]. */
export function convertDlibResnet(weights: Weights): Buffer {
  const graph = new GraphBuilder('dlib_resnet');
  const conv = (x: string, { filters, bias }: ReturnType<typeof layer>, stride: number, pad: number) =>
    graph.add(
      'Conv',
      [x, graph.constant(filters.shape, filters.values), graph.constant([bias.length], bias)],
      {
        kernel_shape: filters.shape.slice(2),
        strides: [stride, stride],
        pads: [pad, pad, pad, pad],
      },
    );
  const relu = (x: string) => graph.add('Relu', [x]);
  const plain = (x: string, name: string) => {
    const inner = relu(conv(x, layer(weights, `${name}/conv1`), 1, 1));
    return relu(graph.add('Add', [conv(inner, layer(weights, `${name}/conv2`), 1, 1), x]));
  };
  /** The shortcut is a 2x2 mean; missing channels and, from 8 px on, missing pixels of the other path are zeros. */
  const halving = (x: string, name: string, addChannels: number, addPixels: number) => {
    const inner = relu(conv(x, layer(weights, `${name}/conv1`), 2, 0));
    let path = conv(inner, layer(weights, `${name}/conv2`), 1, 1);
    let short = graph.add('AveragePool', [x], { kernel_shape: [2, 2], strides: [2, 2] });
    if (addChannels) short = graph.add('Pad', [short, graph.ints(0, 0, 0, 0, 0, addChannels, 0, 0)]);
    if (addPixels) path = graph.add('Pad', [path, graph.ints(0, 0, 0, 0, 0, 0, addPixels, addPixels)]);
    return relu(graph.add('Add', [path, short]));
  };

  const image = graph.input('image', DATA_TYPE.uint8, ['n', CHIP_PX, CHIP_PX, 3]);
  const planes = graph.add('Transpose', [image], { perm: [0, 3, 1, 2] });
  let x = graph.add('Cast', [planes], { to: DATA_TYPE.float });
  const first = layer(weights, 'conv32_down');
  x = relu(conv(x, foldInput(first.filters, first.bias, PIXEL_SCALE), 2, 0));
  x = graph.add('MaxPool', [x], { kernel_shape: [3, 3], strides: [2, 2] });
  for (const stage of STAGES) {
    if (stage.halves)
      x = halving(x, `conv${stage.name}_down`, stage.channels / 2, stage.channels === 256 ? 1 : 0);
    for (let i = 1; i <= stage.plain; i++) x = plain(x, `conv${stage.name}_${i}`);
  }
  x = halving(x, 'conv256_down_out', 0, 1);
  x = graph.add('Flatten', [graph.add('GlobalAveragePool', [x])]);
  const fc = weights('fc');
  graph.output(graph.add('MatMul', [x, graph.constant(fc.shape, fc.values)]), 'embedding', ['n', EMBEDDING]);
  return graph.toBytes();
}
