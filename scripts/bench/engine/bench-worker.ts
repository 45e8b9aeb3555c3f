/**
 * One worker of the benchmark, a thread that does whole photos: decode once, make the renditions, find the faces.
 * `part` leaves the rest out, so that the parts can be measured by the very code that the whole runs.
 */
import { workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { ModelCache } from '#ml/models/model-cache.ts';
import { analyse } from '#ml/pipeline/analyse.ts';
import { warmUp } from '#ml/pipeline/warm-up.ts';
import { answerRequests } from './answer-requests.ts';
import type { BenchAnswer, BenchRequest, BenchSetup } from './bench-pool.ts';
import { decodeLarge, renditions } from './renditions.ts';

const { modelsDir, detector, recogniser } = workerData as BenchSetup;
sharp.concurrency(1);
sharp.cache(false);
const models = await new ModelCache(modelsDir, 'cpu').get(detector, recogniser);
await warmUp(models);
const wanted = { minConfidence: 0.6, minSizeRatio: 0.02 };

async function answer({ file, part }: BenchRequest): Promise<BenchAnswer> {
  if (part === 'decode') await decodeLarge(file);
  if (part === 'renditions') await renditions(file);
  if (part === 'decode' || part === 'renditions') return { faces: 0, inferenceMs: 0 };
  const picture = part === 'faces' ? file : await renditions(file);
  const { faces, timings } = await analyse(models, picture, wanted);
  return { faces: faces.length, inferenceMs: timings.detect + timings.align + timings.embed };
}

answerRequests(answer);
