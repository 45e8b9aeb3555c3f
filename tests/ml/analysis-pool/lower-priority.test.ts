import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { currentThread } from '#ml/analysis-pool/lower-priority.ts';

it.runIf(process.platform === 'linux')(
  'lets the other threads of the process keep their priority',
  async () => {
    const own = os.getPriority(currentThread());
    const module = new URL('../../../ml/analysis-pool/lower-priority.ts', import.meta.url);
    const worker = new Worker(
      `import os from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { currentThread, lowerPriority } from '${module}';
    const before = os.getPriority(currentThread());
    lowerPriority();
    parentPort.postMessage({ before, after: os.getPriority(currentThread()) });`,
      { eval: true, execArgv: ['--input-type=module'] },
    );
    const seen = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
    await worker.terminate();
    expect(seen).toEqual({ before: own, after: Math.max(own, 10) });
    expect(os.getPriority(currentThread())).toBe(own);
  },
);
