import { Worker } from 'node:worker_threads';
import { FaceEngineError } from '../errors.ts';
import { clusterFaces } from './cluster.ts';
import type { ClusterInput, ClusterPlan } from './types.ts';

/** Below it starting a thread (about 60 ms) takes longer than the work would hold the caller up. */
const WORTH_A_THREAD = 300;

/**
 * `clusterFaces` without holding up the calling thread: 10,000 faces take seconds. Rejects as `clusterFaces` throws,
 * with FaceEngineError `engine_failed` where the thread ends unexpectedly, and with the signal's reason when it is aborted.
 */
export async function clusterFacesInWorker(input: ClusterInput, signal?: AbortSignal): Promise<ClusterPlan> {
  signal?.throwIfAborted();
  if (input.faces.length < WORTH_A_THREAD) return clusterFaces(input);
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), {
    workerData: input,
    execArgv: [],
    name: 'grouping',
  });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<ClusterPlan>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(
          signal?.reason ?? new FaceEngineError('engine_failed', `the clustering thread ended with ${code}`),
        ),
      );
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
