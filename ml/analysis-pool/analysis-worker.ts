/** One thread with sessions of its own; it does one photo at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { FaceEngineError } from '../errors.ts';
import { analyse } from '../pipeline/analyse.ts';
import { warmUp } from '../pipeline/warm-up.ts';
import { ModelCache } from '../sessions/model-cache.ts';
import type { AnalyseMessage, WorkerMessage, WorkerSetup } from './messages.ts';

if (!parentPort) throw new Error('worker.ts runs only as a worker thread');
const port = parentPort;
const setup = workerData as WorkerSetup;

// libvips' own threads would compete with the other workers: 6.8 photos/s with 1, 5.4 with 2 on two cores.
sharp.concurrency(1);
sharp.cache(false);

const cache = new ModelCache(setup.modelsDir, setup.executionProvider);
const say = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

async function answer({ id, request }: AnalyseMessage): Promise<void> {
  try {
    const models = await cache.get(request.detector, request.recogniser);
    const analysis = await analyse(models, request.path, request);
    const buffers = analysis.faces.map((face) => face.embedding.buffer as ArrayBuffer);
    say({ type: 'done', id, analysis }, buffers);
  } catch (error) {
    const known = error instanceof FaceEngineError;
    const message =
      known && error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : String(error);
    say({ type: 'failed', id, code: known ? error.code : 'engine_failed', message });
  }
}

try {
  await warmUp(await cache.get(setup.warm.detector, setup.warm.recogniser));
  port.on('message', (message: AnalyseMessage) => void answer(message));
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'unfit', message: String(error) });
  process.exitCode = 1;
}
