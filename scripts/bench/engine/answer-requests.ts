import { parentPort } from 'node:worker_threads';
import type { BenchAnswer, BenchRequest } from './bench-pool.ts';

/** Answers what `bench-pool.ts` asks a worker, one after the other. */
export function answerRequests(answer: (request: BenchRequest) => Promise<BenchAnswer>): void {
  const port = parentPort!;
  port.on('message', (request: BenchRequest) => {
    answer(request).then(
      (found) => port.postMessage(found),
      (error: unknown) => port.postMessage({ error: String(error) }),
    );
  });
  port.postMessage({ ready: true });
}
