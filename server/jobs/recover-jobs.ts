import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Logger } from '#server/logger.ts';
import { attemptsBeforeCrashPause } from './backoff.ts';
import type { JobFailure } from './job-failure.ts';
import {
  type AbandonedJob,
  clampRunAt,
  delayRepeatedlyCrashed,
  discard,
  listAbandoned,
  requeue,
} from './queue.ts';
import { type AnyJobHandler, type JobHandlers, type JobName, jobRules } from './registry.ts';

/**
 * Pause before the next attempt of a job during which server processes ended repeatedly (`attemptsBeforeCrashPause`). Other
 * jobs run in the meantime. When a process ends during the last attempt, the job fails.
 */
const REPEATED_CRASH_PAUSE_MS = 30_000;
/** A job that is due later than its longest pause plus this margin was dated by a clock that has been set back since. */
const CLOCK_MARGIN_MS = 60_000;

export interface Recovery {
  db: Kysely<DB>;
  log: Logger;
  handlers: JobHandlers;
  /** Id of the runner of this process. */
  owner: string;
  /** Ids of the jobs that this process runs. */
  running: readonly string[];
}

/** Recovers the jobs that earlier processes left, before jobs of these kinds are claimed. */
export async function recoverAtStart(
  context: Recovery,
  names: JobName[],
  singleProcess: boolean,
): Promise<void> {
  await recoverAbandoned(context, names, singleProcess ? 'all others' : 'expired');
  await context.db
    .transaction()
    .execute((trx) => delayRepeatedlyCrashed(trx, names, REPEATED_CRASH_PAUSE_MS));
  await enqueueLostJobs(context, names);
}

/**
 * Requeues jobs whose server has ended, and jobs of this process whose end could not be written. The attempt counts, so a
 * photo that ends servers fails after its last attempt.
 */
export async function recoverAbandoned(
  { db, log, handlers, owner, running }: Recovery,
  names: JobName[],
  owners: 'expired' | 'all others',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const abandoned = await listAbandoned(trx, names, owners, { owner, running });
    for (const job of abandoned) {
      const final = job.attempts >= jobRules[job.name].retry.attempts;
      const { onFailed } = handlers[job.name] as AnyJobHandler;
      await onFailed?.(trx, job.payload, { ...describeAbandoned(job), final });
      if (final) await discard(trx, job);
      else
        await requeue(
          trx,
          job,
          job.attempts < attemptsBeforeCrashPause(job.name) ? 0 : REPEATED_CRASH_PAUSE_MS,
        );
    }
    if (abandoned.length > 0) log.warn({ jobs: abandoned.length }, 'abandoned jobs taken up again');
  });
}

const describeAbandoned = ({
  of_this_runner,
  attempts,
}: AbandonedJob): Pick<JobFailure, 'code' | 'reason'> =>
  of_this_runner
    ? {
        code: 'unexpected',
        reason: `what became of attempt ${attempts} is not known: the database could not be reached`,
      }
    : {
        code: 'engine_crashed',
        reason: `the server ended ${attempts} times while it was at work on this`,
      };

/** Enqueues work that lacks its job, and makes jobs due whose time was set by a wrong clock. */
export async function enqueueLostJobs({ db, log, handlers }: Recovery, names: JobName[]): Promise<void> {
  for (const name of names) {
    const longestWaitMs = jobRules[name].retry.longestPauseMs + CLOCK_MARGIN_MS;
    const late = await db.transaction().execute((trx) => clampRunAt(trx, name, longestWaitMs));
    if (late > 0) log.warn({ job: name, late }, 'the clock was set back; waiting work is due now');
    const { enqueueMissing } = handlers[name] as AnyJobHandler;
    if (!enqueueMissing) continue;
    const found = await db.transaction().execute((trx) => enqueueMissing(trx));
    if (found > 0) log.warn({ job: name, found }, 'lost work queued again');
  }
}
