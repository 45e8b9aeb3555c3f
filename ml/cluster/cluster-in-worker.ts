import { Worker } from 'node:worker_threads';
import { FaceEngineError } from '../errors.ts';
import '../models/no-telemetry.ts';
import { newNativeCalls, untilNoNativeCall } from '../models/native-calls.ts';
import { clusterFaces } from './cluster.ts';
import type { ClusterInput, ClusterPlan } from './types.ts';

/** Below it starting a thread (about 60 ms) takes longer than the work would hold the caller up. */
export const WORTH_A_THREAD = 300;

/**
 * `clusterFaces` without holding up the calling thread: 10,000 faces take seconds. Rejects as `clusterFaces` throws,
 * with FaceEngineError `engine_failed` where the thread ends unexpectedly, and with the signal's reason when it is aborted.
 */
export async function clusterFacesInWorker(input: ClusterInput, signal?: AbortSignal): Promise<ClusterPlan> {
  signal?.throwIfAborted();
  if (input.faces.length < WORTH_A_THREAD) return clusterFaces(input);
  const nativeCalls = newNativeCalls();
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), {
    workerData: { input, nativeCalls },
    execArgv: [],
    name: 'grouping',
  });
  const stop = () => void untilNoNativeCall(nativeCalls).then(() => worker.terminate());
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<ClusterPlan>((resolve, reject) => {
      worker.once('message', resolve);
      // A thread that is about to be stopped says that it may call the library no more.
      worker.once('error', (error) => reject(signal?.aborted ? signal.reason : error));
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
