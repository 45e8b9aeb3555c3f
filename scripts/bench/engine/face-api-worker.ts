/**
 * The same photos through `@vladmandic/face-api` on its WASM backend: its own detector, landmarks and descriptors
 * as its README uses them, a tensor of the whole picture. With `faces` of a camera's file that is what its users
 * have; with `all` it is lent our decoder and the large rendition, with which it is more than twice as fast.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { answerRequests } from './answer-requests.ts';
import type { BenchAnswer, BenchRequest } from './bench-pool.ts';
import { renditions } from './renditions.ts';

const require = createRequire(import.meta.url);
const tf = require('@tensorflow/tfjs');
const wasm = require('@tensorflow/tfjs-backend-wasm');
const faceapi = require('@vladmandic/face-api/dist/face-api.node-wasm.js');
sharp.concurrency(1);
sharp.cache(false);

wasm.setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
// One core each, as our workers: left to itself the backend spreads over all of them.
wasm.setThreadsCount(1);
await tf.setBackend('wasm');
await tf.ready();
const weights = path.join(path.dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
await faceapi.nets.ssdMobilenetv1.loadFromDisk(weights);
await faceapi.nets.faceLandmark68Net.loadFromDisk(weights);
await faceapi.nets.faceRecognitionNet.loadFromDisk(weights);
const options = new faceapi.SsdMobilenetv1Options({ minConfidence: 0.5, maxResults: 100 });

async function answer({ file, part }: BenchRequest): Promise<BenchAnswer> {
  const picture = part === 'faces' ? file : await renditions(file);
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const tensor = tf.tensor3d(new Uint8Array(data), [info.height, info.width, 3], 'int32');
  const found = await faceapi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
  tensor.dispose();
  return { faces: found.length, inferenceMs: 0 };
}

answerRequests(answer);
