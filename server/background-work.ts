import type { ServerParts } from './context.ts';
import { recognitionJobs } from './jobs/registry.ts';
import type { Logger } from './logger.ts';

/** Recognition waits for the engine; files of deleted photos go and pictures are made anew with or without it. */
export function startBackgroundWork({ runner, engine }: ServerParts, log: Logger): void {
  const cannot = (error: unknown) => log.error({ err: error }, 'background work could not start');
  void runner.start().catch(cannot);
  // Why there is no engine has been told by whoever tried to start it.
  void engine.ready.then(
    () => runner.takeUp(recognitionJobs).catch(cannot),
    () => undefined,
  );
}
