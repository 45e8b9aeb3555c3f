/**
 * Records what the original landmark net answers (face-api on its own WASM backend) for the squares that
 * `original-nets.json` names of the photos in its package. Run by hand when the package's version changes:
 * node scripts/start.mjs run tests/ml/golden/record.ts
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageDir, project, samplePath, squareCrop } from './inputs.ts';
import golden from './original-nets.json' with { type: 'json' };

const require = createRequire(import.meta.url);
const tf = require('@tensorflow/tfjs');
const wasm = require('@tensorflow/tfjs-backend-wasm');
const faceapi = require('@vladmandic/face-api/dist/face-api.node-wasm.js');

wasm.setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
await tf.setBackend('wasm');
await tf.ready();
const weights = path.join(packageDir, 'model');
await faceapi.nets.faceLandmark68Net.loadFromDisk(weights);

const batch = (bytes: Uint8Array, sizePx: number) => tf.tensor4d(bytes, [1, sizePx, sizePx, 3], 'float32');
const netInput = (bytes: Uint8Array, sizePx: number) => faceapi.toNetInput(batch(bytes, sizePx));

const records = [];
for (const { sample, square } of golden.records) {
  const crop = await netInput(await squareCrop(samplePath(sample), square, 112), 112);
  const landmarks = faceapi.nets.faceLandmark68Net.runNet(crop);
  records.push({
    sample,
    square,
    landmarks: project(landmarks.dataSync()).map((value) => Number(value.toFixed(6))),
  });
}
await writeFile(
  new URL('original-nets.json', import.meta.url),
  `${JSON.stringify({ package: faceapi.version, records }, null, 2)}\n`,
);
console.log(`${records.length} records written`);
