import { setTimeout as delay } from 'node:timers/promises';
import type { ServerParts } from './composition.ts';
import { recognitionJobs } from './jobs/registry.ts';
import type { Logger } from './logger.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Recognition waits for the engine; files of deleted photos go and pictures are made anew with or without it. */
export function startBackgroundWork(
  {
    runner,
    engine,
  }: {
    runner: Pick<ServerParts['runner'], 'start' | 'resume'>;
    engine: Pick<ServerParts['engine'], 'ready'>;
  },
  log: Logger,
): void {
  void retryUntilSuccess(() => runner.start(), log);
  // Why there is no engine has been told by whoever tried to start it.
  void engine.ready.then(
    () => retryUntilSuccess(() => runner.resume(recognitionJobs), log),
    () => undefined,
  );
}

/** The database may be away in this very moment; nobody else would start the work later. */
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
