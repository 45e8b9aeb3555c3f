import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from './create-services.ts';
import { recognitionJobs } from './jobs/registry.ts';
import type { Logger } from './logger.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Starts the job runner. Recognition jobs wait for the engine; files are removed and pictures regenerated without it. */
export function startJobs(
  {
    runner,
    engine,
  }: {
    runner: Pick<Services['runner'], 'start' | 'resume'>;
    engine: Pick<Services['engine'], 'ready'>;
  },
  log: Logger,
): void {
  void retryUntilSuccess(() => runner.start(), log);
  // The engine handle has logged why there is no engine.
  void engine.ready.then(
    () => retryUntilSuccess(() => runner.resume(recognitionJobs), log),
    () => undefined,
  );
}

/** Tries until the work starts: the database may be away at the first attempt, and no other code starts the work. */
async function retryUntilSuccess(work: () => Promise<void>, log: Logger): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      log.error({ err: error, pauseMs }, 'background work could not start; it is tried again');
      await delay(pauseMs, undefined, { ref: false });
    }
  }
}
