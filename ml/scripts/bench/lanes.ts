import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import '../../sessions/no-telemetry.ts';

export interface LaneSetup {
  modelsDir: string;
  detector: string;
  recogniser: string;
}

export interface LaneRequest {
  file: string;
  /**
   * `renditions` decodes, too; `faces` reads a picture as it is; `all` makes the renditions and finds the faces in
   * the large one.
   */
  part: 'decode' | 'renditions' | 'faces' | 'all';
}

export interface LaneAnswer {
  faces: number;
  /** Detection, alignment and embedding; not the decoding of the rendition. */
  inferenceMs: number;
}

/** A number of lanes side by side; `run` resolves with the sums when the last file is through. */
export interface Lanes {
  run(files: readonly string[], part: LaneRequest['part']): Promise<LaneAnswer>;
  close(): Promise<void>;
}

/** `who` does the work: our own lane or the peer's. */
export async function startLanes(
  count: number,
  setup: LaneSetup,
  who: 'lane' | 'peer' = 'lane',
): Promise<Lanes> {
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL(`./${who}.ts`, import.meta.url), { workerData: setup, execArgv: [] }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    async run(files, part) {
      const waiting = files.values();
      const sum: LaneAnswer = { faces: 0, inferenceMs: 0 };
      await Promise.all(
        workers.map(async (worker) => {
          for (const file of waiting) {
            worker.postMessage({ file, part } satisfies LaneRequest);
            const [answer] = (await once(worker, 'message')) as [LaneAnswer & { error?: string }];
            if (answer.error) throw new Error(answer.error);
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
