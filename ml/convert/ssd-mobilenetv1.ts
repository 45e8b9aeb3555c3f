/**
 * The SSD MobileNet v1 face detector (yeephycho/tensorflow-face-detection, trained on WIDER FACE) as face-api ships
 * it: a 512x512 RGB square -> 5118 boxes with scores. Non-maximum suppression is left to the caller.
 */
import { DATA_TYPE, GraphBuilder } from './onnx.ts';
import { convolutionFilters, depthwiseFilters, foldAffine, type Weights } from './tensorflow-js-weights.ts';

const INPUT_PX = 512;
const ANCHORS = 5118;
const CLASSES = 3;
const FACE_CLASS = 1;
/** TensorFlow's batch normalisation epsilon, as float32. */
const EPSILON = 0.0010000000474974513;
const RELU_TOP = 6;
const HALVING_BLOCKS = new Set([2, 4, 6, 12]);
const BLOCKS = 13;
const EXTRA_CONVOLUTIONS = 8;
/** Box encoding variances of the TensorFlow object detection API: centre x10, size x5. */
const CENTRE_SCALE = 10;
const SIZE_SCALE = 5;
const SAME_HALVING = [0, 0, 1, 1] as const;
const SAME = [1, 1, 1, 1] as const;
const NONE = [0, 0, 0, 0] as const;

/**
 * Bytes of the ONNX model: input `image` uint8 [1,512,512,3] RGB; outputs `scores` [1,5118] and `boxes`
 * [1,5118,4] as top, left, bottom, right in fractions of the square.
 */
export function convertSsdMobilenetv1(weights: Weights): Buffer {
  const graph = new GraphBuilder('ssd_mobilenetv1');
  const low = graph.floats(0);
  const high = graph.floats(RELU_TOP);
  const relu6 = (x: string) => graph.add('Clip', [x, low, high]);
  const conv = (x: string, filterName: string, biasName: string, stride: number) => {
    const filters = convolutionFilters(weights(filterName));
    const bias = weights(biasName);
    const wide = (filters.shape[2] ?? 1) > 1;
    return graph.add(
      'Conv',
      [x, graph.constant(filters.shape, filters.values), graph.constant(bias.shape, bias.values)],
      {
        kernel_shape: filters.shape.slice(2),
        strides: [stride, stride],
        pads: !wide ? NONE : stride === 2 ? SAME_HALVING : SAME,
      },
    );
  };
  const pointwise = (x: string, name: string, stride: number) =>
    relu6(conv(x, `${name}/weights`, `${name}/convolution_bn_offset`, stride));
  /** Batch normalisation folds into the filters: scale = gamma / sqrt(variance + epsilon). */
  const depthwise = (x: string, name: string, stride: number) => {
    const part = (which: string) => weights(`${name}/BatchNorm/${which}`).values;
    const variance = part('moving_variance');
    const mean = part('moving_mean');
    const scale = part('gamma').map((gamma, c) => gamma / Math.sqrt((variance[c] ?? 0) + EPSILON));
    const shift = part('beta').map((beta, c) => beta - (mean[c] ?? 0) * (scale[c] ?? 0));
    const raw = depthwiseFilters(weights(`${name}/depthwise_weights`));
    const { filters, bias } = foldAffine(raw, new Float32Array(shift.length), scale, shift);
    const out = graph.add(
      'Conv',
      [x, graph.constant(filters.shape, filters.values), graph.constant([bias.length], bias)],
      {
        kernel_shape: [3, 3],
        strides: [stride, stride],
        pads: stride === 2 ? SAME_HALVING : SAME,
        group: bias.length,
      },
    );
    return relu6(out);
  };

  const image = graph.input('image', DATA_TYPE.uint8, [1, INPUT_PX, INPUT_PX, 3]);
  const planes = graph.add('Transpose', [image], { perm: [0, 3, 1, 2] });
  let x = graph.add('Cast', [planes], { to: DATA_TYPE.float });
  x = graph.add('Sub', [graph.add('Mul', [x, graph.floats(2 / 255)]), graph.floats(1)]);
  x = pointwise(x, 'MobilenetV1/Conv2d_0_pointwise', 2);
  const maps: string[] = [];
  for (let i = 1; i <= BLOCKS; i++) {
    x = depthwise(x, `MobilenetV1/Conv2d_${i}_depthwise`, HALVING_BLOCKS.has(i) ? 2 : 1);
    x = pointwise(x, `MobilenetV1/Conv2d_${i}_pointwise`, 1);
    if (i === 11 || i === BLOCKS) maps.push(x);
  }
  for (let i = 0; i < EXTRA_CONVOLUTIONS; i++) {
    x = pointwise(x, `Prediction/Conv2d_${i}_pointwise`, i % 2 === 1 ? 2 : 1);
    if (i % 2 === 1) maps.push(x);
  }

  const predict = (which: 'Class' | 'BoxEncoding', width: number) =>
    graph.add(
      'Concat',
      maps.map((map, i) => {
        const name = `Prediction/BoxPredictor_${i}/${which}Predictor`;
        const raw = conv(map, `${name}/weights`, `${name}/biases`, 1);
        const rows = graph.add('Transpose', [raw], { perm: [0, 2, 3, 1] });
        return graph.add('Reshape', [rows, graph.ints(1, -1, width)]);
      }),
      { axis: 1 },
    );
  const classes = predict('Class', CLASSES);
  const face = graph.add('Gather', [classes, graph.constant([], BigInt64Array.of(BigInt(FACE_CLASS)))], {
    axis: 2,
  });
  graph.output(graph.add('Sigmoid', [face]), 'scores', [1, ANCHORS]);

  const { centres, sizes } = anchors(weights('Output/extra_dim').values);
  const codes = predict('BoxEncoding', 4);
  const slice = (from: number, to: number) =>
    graph.add('Slice', [codes, graph.ints(from), graph.ints(to), graph.ints(2)]);
  const size = graph.constant([1, ANCHORS, 2], sizes);
  const offset = graph.add('Mul', [graph.add('Mul', [slice(0, 2), graph.floats(1 / CENTRE_SCALE)]), size]);
  const centre = graph.add('Add', [offset, graph.constant([1, ANCHORS, 2], centres)]);
  const grown = graph.add('Exp', [graph.add('Mul', [slice(2, 4), graph.floats(1 / SIZE_SCALE)])]);
  const half = graph.add('Mul', [graph.add('Mul', [grown, size]), graph.floats(1 / 2)]);
  const corners = [graph.add('Sub', [centre, half]), graph.add('Add', [centre, half])];
  graph.output(graph.add('Concat', corners, { axis: 2 }), 'boxes', [1, ANCHORS, 4]);
  return graph.toBytes();
}

/** Anchors come as top, left, bottom, right; boxes are coded against their centres and sizes (y before x). */
function anchors(rows: Float32Array): { centres: Float32Array; sizes: Float32Array } {
  const centres = new Float32Array(2 * ANCHORS);
  const sizes = new Float32Array(2 * ANCHORS);
  for (let i = 0; i < ANCHORS; i++)
    for (let axis = 0; axis < 2; axis++) {
      const from = rows[4 * i + axis] ?? 0;
      const to = rows[4 * i + 2 + axis] ?? 0;
      centres[2 * i + axis] = (from + to) / 2;
      sizes[2 * i + axis] = to - from;
    }
  return { centres, sizes };
}
