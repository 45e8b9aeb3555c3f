/** A thread that goes on knowing the galleries that it grouped, for as long as photos come to them. */
import { Worker } from 'node:worker_threads';
import { FaceEngineError } from '../errors.ts';
import '../models/no-telemetry.ts';
import { type NativeCalls, newNativeCalls, untilNoNativeCall } from '../models/native-calls.ts';
import { clustering } from '../parameters/clustering-tuning.ts';
import type { GrowthParameters, KeptFace } from './kept-gallery.ts';
import type { Growth } from './types.ts';

export type GroupingRequest = { gallery: string; growth: GrowthParameters } & (
  | /** All faces of the gallery. */ { all: readonly KeptFace[] }
  /** Those that have changed since, and ids of those that are gone. */
  | { faces: readonly KeptFace[]; gone: readonly string[] }
);

/** Nothing is kept of the gallery. */
export type Unanswered = 'unknown';

export interface GroupingThread {
  /**
   * Plans as `clusterFaces` does in mode `extend`, unless all has to be told of the gallery. One request is answered after the other. Rejects as `clusterFacesInWorker`; nothing is known after that.
   */
  extend(request: GroupingRequest, signal?: AbortSignal): Promise<Growth | Unanswered>;
  /** Ends the thread. The next request starts another. */
  forget(): void;
}

export function createGroupingThread(idleMs = clustering.keptForMs.value): GroupingThread {
  let running: { worker: Worker; nativeCalls: NativeCalls } | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const nativeCalls = newNativeCalls();
    const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), {
      workerData: { nativeCalls },
      execArgv: [],
      name: 'grouping',
    });
    // What is thrown reaches the request that waits; a thread that nobody waits for is missed by nobody.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (running?.worker === worker) running = undefined;
    });
    return { worker, nativeCalls };
  };
  const forget = () => {
    clearTimeout(idle);
    const ended = running;
    running = undefined;
    if (ended) void untilNoNativeCall(ended.nativeCalls).then(() => ended.worker.terminate());
  };

  const ask = async (request: GroupingRequest, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    clearTimeout(idle);
    running ??= start();
    const { worker } = running;
    worker.ref();
    signal?.addEventListener('abort', forget, { once: true });
    const { promise, resolve, reject } = Promise.withResolvers<Growth | Unanswered>();
    const answered = ({ result, error }: { result: Growth | Unanswered; error?: Error }) =>
      error ? reject(error) : resolve(result);
    const ended = (code: number) =>
      reject(
        signal?.reason ?? new FaceEngineError('engine_failed', `the clustering thread ended with ${code}`),
      );
    const failed = (error: Error) => reject(signal?.aborted ? signal.reason : error);
    worker.once('message', answered).once('exit', ended).once('error', failed);
    try {
      worker.postMessage(request);
      return await promise;
    } finally {
      worker.off('message', answered).off('exit', ended).off('error', failed);
      signal?.removeEventListener('abort', forget);
      worker.unref();
      if (running?.worker === worker) idle = setTimeout(forget, idleMs).unref();
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    forget,
    extend(request, signal) {
      const answer = last.then(() => ask(request, signal));
      last = answer.catch(() => {});
      return answer;
    },
  };
}
