/**
 * Records what the original nets answer (face-api on its own WASM backend) for the photos in its package, into
 * `original-nets.json`. Run by hand when the package's version changes: node tests/ml/golden/record.ts
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { letterbox, packageDir, project, SAMPLES, samplePath, squareCrop } from './inputs.ts';

const require = createRequire(import.meta.url);
const tf = require('@tensorflow/tfjs');
const wasm = require('@tensorflow/tfjs-backend-wasm');
const faceapi = require('@vladmandic/face-api/dist/face-api.node-wasm.js');

wasm.setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
await tf.setBackend('wasm');
await tf.ready();
const weights = path.join(packageDir, 'model');
await faceapi.nets.ssdMobilenetv1.loadFromDisk(weights);
await faceapi.nets.faceLandmark68Net.loadFromDisk(weights);
await faceapi.nets.faceRecognitionNet.loadFromDisk(weights);

const round = (values: ArrayLike<number>) => Array.from(values, (value) => Number(value.toFixed(6)));
const batch = (bytes: Uint8Array, sizePx: number) => tf.tensor4d(bytes, [1, sizePx, sizePx, 3], 'float32');
const netInput = (bytes: Uint8Array, sizePx: number) => faceapi.toNetInput(batch(bytes, sizePx));

const records = [];
for (const index of SAMPLES) {
  const file = samplePath(index);
  const { width, height } = await sharp(file).metadata();
  const square512 = await letterbox(file, 512);
  const ssd = faceapi.nets.ssdMobilenetv1.forwardInput(await netInput(square512, 512));
  const boxes = ssd.boxes[0].dataSync() as Float32Array;
  const scores = ssd.scores[0].dataSync() as Float32Array;
  const order = Array.from(scores.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const best = order[0] ?? 0;
  const [top = 0, left = 0, bottom = 0] = boxes.subarray(best * 4, best * 4 + 4);
  const long = Math.max(width, height);
  const side = Math.min(Math.round((bottom - top) * long), width, height);
  const square = {
    left: Math.max(0, Math.min(width - side, Math.round(left * long))),
    top: Math.max(0, Math.min(height - side, Math.round(top * long))),
    side,
  };
  const face112 = await netInput(await squareCrop(file, square, 112), 112);
  const landmarks = faceapi.nets.faceLandmark68Net.runNet(face112);
  const face150 = await netInput(await squareCrop(file, square, 150), 150);
  const embedding = faceapi.nets.faceRecognitionNet.forwardInput(face150);
  records.push({
    sample: index,
    detections: order.slice(0, 5).map((i) => ({
      index: i,
      score: Number((scores[i] ?? 0).toFixed(6)),
      box: round(boxes.subarray(4 * i, 4 * i + 4)),
    })),
    square,
    landmarks: project(landmarks.dataSync()).map((value) => Number(value.toFixed(6))),
    embedding: project(embedding.dataSync()).map((value) => Number(value.toFixed(6))),
  });
}
await writeFile(
  new URL('original-nets.json', import.meta.url),
  `${JSON.stringify({ package: faceapi.version, records }, null, 2)}\n`,
);
console.log(`${records.length} records written`);
