/**
 * EdgeFace-XS (George et al., "EdgeFace: Efficient Face Recognition Model for Edge Devices", 2023): an EdgeNeXt X-Small
 * with a head of 512 numbers, from a PyTorch file with int8 linear layers. Layers are named as in timm's edgenext.py.
 */
import { EdgeNext } from './edgenext.ts';
import { DATA_TYPE, GraphBuilder } from './onnx.ts';
import { readTorchWeights } from './torch-weights.ts';

const CHIP_PX = 112;
const EMBEDDING = 512;
/** (x - 127.5) / 127.5, as the net was trained. */
const MEAN = 127.5;
const STAGES = 4;
/** The stem divides the side by 4, each later stage by 2. */
const STEM_STRIDE = 4;

/** Bytes of the ONNX model: input `image` uint8 [n,112,112,3] RGB, output `embedding` float [n,512], not normalised. */
export function convertEdgeface(file: Buffer): Buffer {
  const weights = readTorchWeights(file);
  const graph = new GraphBuilder('edgeface_xs');
  const net = new EdgeNext(graph, weights, 'model');
  const image = graph.input('image', DATA_TYPE.uint8, ['n', CHIP_PX, CHIP_PX, 3]);
  const planes = graph.add('Transpose', [image], { perm: [0, 3, 1, 2] });
  const centred = graph.add('Sub', [
    graph.add('Cast', [planes], { to: DATA_TYPE.float }),
    graph.floats(MEAN),
  ]);
  let x = graph.add('Mul', [centred, graph.floats(1 / MEAN)]);
  x = net.norm2d(net.conv(x, 'stem.0', { stride: STEM_STRIDE }), 'stem.1');
  let sidePx = CHIP_PX / STEM_STRIDE;
  for (let stage = 0; stage < STAGES; stage++) {
    const name = `stages.${stage}`;
    if (stage > 0) {
      x = net.conv(net.norm2d(x, `${name}.downsample.0`), `${name}.downsample.1`, { stride: 2 });
      sidePx = Math.floor(sidePx / 2);
    }
    for (let i = 0; net.has(`${name}.blocks.${i}.gamma`); i++)
      x = net.block(x, `${name}.blocks.${i}`, sidePx);
  }
  const pooled = graph.add('ReduceMean', [x], { axes: [2, 3], keepdims: 0 });
  graph.output(net.linear(net.norm(pooled, 'head.norm', 1), 'head.fc'), 'embedding', ['n', EMBEDDING]);
  return graph.toBytes();
}
