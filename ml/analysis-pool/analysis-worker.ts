/** One thread with sessions of its own; it does one photo at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { FaceEngineError } from '../errors.ts';
import { ModelCache } from '../models/model-cache.ts';
import { analyse, analyseAllButSmall } from '../pipeline/analyse.ts';
import { analyseCrops } from '../pipeline/analyse-crops.ts';
import { warmUp } from '../pipeline/warm-up.ts';
import type { AnalysedFace } from '../types.ts';
import { lowerPriority } from './lower-priority.ts';
import type { CropsRequest, RenditionRequest, WorkerMessage, WorkerSetup, WorkMessage } from './messages.ts';

if (!parentPort) throw new Error('analysis-worker.ts runs only as a worker thread');
const port = parentPort;
const setup = workerData as WorkerSetup;

lowerPriority();
// libvips' own threads would compete with the other workers: 6.8 photos/s with 1, 5.4 with 2 on two cores.
sharp.concurrency(1);
sharp.cache(false);

const cache = new ModelCache(setup.modelsDir, setup.executionProvider);
const say = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const buffersOf = (faces: readonly AnalysedFace[]) =>
  faces.map((face) => face.embedding.buffer as ArrayBuffer);

async function analyseRendition(id: number, request: RenditionRequest): Promise<void> {
  const models = await cache.get(request.detector, request.recogniser);
  const result = request.leaveOutSmall
    ? await analyseAllButSmall(models, request.path, request)
    : { analysis: await analyse(models, request.path, request), small: [] };
  say({ type: 'done', id, result }, buffersOf(result.analysis.faces));
}

async function describeCrops(id: number, { found, rendition, file, ...ids }: CropsRequest): Promise<void> {
  const models = await cache.get(ids.detector, ids.recogniser);
  const result = await analyseCrops(models, found, rendition, file);
  say({ type: 'done', id, result }, buffersOf(result));
}

async function answer(message: Exclude<WorkMessage, { kind: 'end' }>): Promise<void> {
  const { id } = message;
  try {
    if (message.kind === 'rendition') await analyseRendition(id, message.request);
    else await describeCrops(id, message.request);
  } catch (error) {
    const known = error instanceof FaceEngineError;
    const reason =
      known && error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : String(error);
    say({ type: 'failed', id, code: known ? error.code : 'engine_failed', message: reason });
  }
}

try {
  await warmUp(await cache.get(setup.warm.detector, setup.warm.recogniser));
  let last = Promise.resolve();
  port.on('message', (message: WorkMessage) => {
    if (message.kind === 'end') void last.then(() => port.close());
    else last = answer(message);
  });
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'unfit', message: String(error) });
  process.exitCode = 1;
}
