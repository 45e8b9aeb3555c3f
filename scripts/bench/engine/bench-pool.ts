import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import '#ml/models/no-telemetry.ts';

export interface BenchSetup {
  modelsDir: string;
  detector: string;
  recogniser: string;
}

export interface BenchRequest {
  file: string;
  /**
   * `renditions` decodes, too; `faces` reads a picture as it is; `all` makes the renditions and finds the faces in
   * the large one; `record` is what a lower bound does before it is measured.
   */
  part: 'decode' | 'renditions' | 'faces' | 'all' | 'record';
}

export interface BenchAnswer {
  faces: number;
  /** Detection, alignment and embedding; not the decoding of the rendition. */
  inferenceMs: number;
}

/** Worker threads side by side; `run` resolves with the sums when the last file is through. */
export interface BenchPool {
  run(files: readonly string[], part: BenchRequest['part']): Promise<BenchAnswer>;
  /** Every worker does all files. */
  runEach(files: readonly string[], part: BenchRequest['part']): Promise<void>;
  close(): Promise<void>;
}

/** @param script which worker does the work: our own engine, or face-api as a comparison */
export async function startBenchPool(
  count: number,
  setup: BenchSetup,
  script: 'bench-worker' | 'face-api-worker' | 'lower-bound-worker' = 'bench-worker',
): Promise<BenchPool> {
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL(`./${script}.ts`, import.meta.url), { workerData: setup, execArgv: [] }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const ask = async (worker: Worker, request: BenchRequest) => {
    worker.postMessage(request);
    const [answer] = (await once(worker, 'message')) as [BenchAnswer & { error?: string }];
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  return {
    async runEach(files, part) {
      await Promise.all(
        workers.map(async (worker) => {
          for (const file of files) await ask(worker, { file, part });
        }),
      );
    },
    async run(files, part) {
      const waiting = files.values();
      const sum: BenchAnswer = { faces: 0, inferenceMs: 0 };
      await Promise.all(
        workers.map(async (worker) => {
          for (const file of waiting) {
            const answer = await ask(worker, { file, part });
            sum.faces += answer.faces;
            sum.inferenceMs += answer.inferenceMs;
          }
        }),
      );
      return sum;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
