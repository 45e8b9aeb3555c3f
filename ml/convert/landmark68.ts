/**
 * face-api's 68-point landmark net (MIT): a 112x112 RGB square crop -> 68 points x0,y0.. as fractions of the crop.
 * Four densely connected blocks of depthwise separable convolutions, a mean, one matrix.
 */
import { DATA_TYPE, GraphBuilder } from './onnx.ts';
import { convolutionFilters, depthwiseFilters, type Weights } from './tensorflow-js-weights.ts';

const INPUT_PX = 112;
const OUTPUTS = 136;
const MEAN_RGB = [122.782, 117.001, 104.298] as const;
const PIXEL_SCALE = 1 / 255;
const BLOCKS = ['dense0', 'dense1', 'dense2', 'dense3'] as const;
const FINAL_PX = 7;
/** TensorFlow's SAME padding, [top, left, bottom, right]: an even size halved by a 3x3 pads below and right only. */
const SAME_HALVING = [0, 0, 1, 1] as const;
const SAME = [1, 1, 1, 1] as const;

/** Bytes of the ONNX model: input `image` uint8 [n,112,112,3] RGB, output `points` float [n,136]. */
export function convertLandmark68(weights: Weights): Buffer {
  const graph = new GraphBuilder('landmark68');
  const conv = (x: string, name: string, stride: number) => {
    const filters = convolutionFilters(weights(`${name}/filters`));
    const bias = weights(`${name}/bias`);
    return graph.add(
      'Conv',
      [x, graph.constant(filters.shape, filters.values), graph.constant(bias.shape, bias.values)],
      { kernel_shape: [3, 3], strides: [stride, stride], pads: stride === 2 ? SAME_HALVING : SAME },
    );
  };
  const separable = (x: string, name: string, stride: number) => {
    const depth = depthwiseFilters(weights(`${name}/depthwise_filter`));
    const point = convolutionFilters(weights(`${name}/pointwise_filter`));
    const bias = weights(`${name}/bias`);
    const spread = graph.add('Conv', [x, graph.constant(depth.shape, depth.values)], {
      kernel_shape: [3, 3],
      strides: [stride, stride],
      pads: stride === 2 ? SAME_HALVING : SAME,
      group: depth.shape[0] ?? 1,
    });
    return graph.add(
      'Conv',
      [spread, graph.constant(point.shape, point.values), graph.constant(bias.shape, bias.values)],
      { kernel_shape: [1, 1] },
    );
  };
  const relu = (x: string) => graph.add('Relu', [x]);

  const image = graph.input('image', DATA_TYPE.uint8, ['n', INPUT_PX, INPUT_PX, 3]);
  let x = graph.add('Cast', [image], { to: DATA_TYPE.float });
  // NOTE: not folded into the first convolution: its padding is zero after normalisation, not before.
  x = graph.add('Mul', [graph.add('Sub', [x, graph.floats(...MEAN_RGB)]), graph.floats(PIXEL_SCALE)]);
  x = graph.add('Transpose', [x], { perm: [0, 3, 1, 2] });
  for (const block of BLOCKS) {
    const one = relu(block === 'dense0' ? conv(x, `${block}/conv0`, 2) : separable(x, `${block}/conv0`, 2));
    const two = separable(one, `${block}/conv1`, 1);
    const onePlusTwo = graph.add('Add', [one, two]);
    const three = separable(relu(onePlusTwo), `${block}/conv2`, 1);
    const allThree = graph.add('Add', [onePlusTwo, three]);
    const four = separable(relu(allThree), `${block}/conv3`, 1);
    x = relu(graph.add('Add', [allThree, four]));
  }
  x = graph.add('Flatten', [graph.add('AveragePool', [x], { kernel_shape: [FINAL_PX, FINAL_PX] })]);
  const fc = weights('fc/weights');
  const bias = weights('fc/bias');
  const points = graph.add('Gemm', [
    x,
    graph.constant(fc.shape, fc.values),
    graph.constant(bias.shape, bias.values),
  ]);
  graph.output(points, 'points', ['n', OUTPUTS]);
  return graph.toBytes();
}
