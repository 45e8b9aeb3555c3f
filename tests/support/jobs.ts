import { createJobQueue } from '#server/jobs/queue.ts';
import type { JobHandlers, JobName, JobPayloads } from '#server/jobs/registry.ts';
import { JobRunner, type RunnerOptions } from '#server/jobs/runner.ts';
import { createLogger } from '#server/logger.ts';
import type { TestDatabase } from './database.ts';

const idle: JobHandlers = {
  'analyse-photo': { run: async () => undefined },
  'cluster-gallery': { run: async () => undefined },
  'regenerate-renditions': { run: async () => undefined },
  'notify-likely-refuser': { run: async () => undefined },
  'notify-photos-processed': { run: async () => undefined },
  'remove-files': { run: async () => undefined },
  'send-mail': { run: async () => undefined },
  'send-web-push': { run: async () => undefined },
};

/** A runner with handlers of the test; what is not given does nothing. */
export function testRunner(
  { db }: TestDatabase,
  handlers: Partial<JobHandlers>,
  options: Partial<RunnerOptions> = {},
): JobRunner {
  return new JobRunner({
    db,
    log: createLogger('silent'),
    handlers: { ...idle, ...handlers },
    concurrency: { 'analyse-photo': 2, 'cluster-gallery': 2 },
    singleProcess: false,
    ...options,
  });
}

export function enqueueNow<N extends JobName>(
  { db }: TestDatabase,
  name: N,
  ...payloads: JobPayloads[N][]
): Promise<void> {
  return db.transaction().execute((trx) => createJobQueue().enqueue(trx, name, payloads));
}

/** As if so much time had passed: everything waiting is due, every lease has run out. */
export async function letTimePass({ db }: TestDatabase): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .where('state', '=', 'waiting')
    .execute();
  await db
    .updateTable('job')
    .set({ lease_until: new Date(0) })
    .where('state', '=', 'running')
    .execute();
}
