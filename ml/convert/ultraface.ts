/**
 * UltraFace RFB-320 (Linzaer, MIT, github.com/Linzaer/Ultra-Light-Fast-Generic-Face-Detector-1MB) as published: for
 * 320x240 pixels, with its boxes decoded in the graph. The net itself reads any size, so the decoding is cut off.
 */
import { pruneGraph } from './prune-graph.ts';
import { withUint8Input } from './uint8-input.ts';

/** (x - 127) / 128, as the net was trained. */
const NORMALISE = { mean: [127, 127, 127], deviation: [128, 128, 128] };
/** The concatenated answers of the four regression heads, before they are decoded. */
const OFFSETS = '462';

/**
 * Bytes of the ONNX model: input `input_uint8` [1,h,w,3] RGB; outputs `scores` [1,k,2] (background, face) and
 * `offsets` [1,k,4] from the prior boxes; see pipeline/detect-ultraface.ts.
 */
export function convertUltraface(file: Buffer): Buffer {
  const outputs = [
    { from: 'scores', name: 'scores', dims: [1, 'k', 2] },
    { from: OFFSETS, name: 'offsets', dims: [1, 'k', 4] },
  ];
  return withUint8Input(pruneGraph(file, outputs), {
    order: 'rgb',
    dims: [1, 'h', 'w', 3],
    normalise: NORMALISE,
  });
}
