import type { Kysely } from 'kysely';
import type { JobName } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { Logger } from '#server/logger.ts';
import type { JobHandler, JobHandlers } from './handler.ts';
import { clampRunAt, delayRepeatedlyCrashed, discard, listAbandoned, requeue } from './queue.ts';
import { jobRules } from './registry.ts';

/**
 * Work that two servers died over waits this long after every start: those beside it go on first, and a server that
 * is being killed for other reasons has settled by then. A third death is the photo's doing.
 */
const SUSPECT_PAUSE_MS = 30_000;
/** Beyond the longest pause of its kind nothing waits on purpose; a little more, because moments pass between. */
const SPARE_MS = 60_000;

/** What the making good of a crash needs of the runner. */
export interface Recovery {
  db: Kysely<DB>;
  log: Logger;
  handlers: JobHandlers;
  /** Who is at work in this process. */
  owner: string;
}

/** Before work of these kinds begins: makes good what earlier processes left of it. */
export async function recoverAtStart(
  parts: Recovery,
  names: JobName[],
  singleProcess: boolean,
): Promise<void> {
  await recoverAbandoned(parts, names, singleProcess ? 'all others' : 'expired');
  await parts.db.transaction().execute((trx) => delayRepeatedlyCrashed(trx, names, SUSPECT_PAUSE_MS));
  await enqueueLostJobs(parts, names);
}

/** A job whose runner died counts that try: three deaths on one photo are the photo's doing. */
export async function recoverAbandoned(
  { db, log, handlers, owner }: Recovery,
  names: JobName[],
  owners: 'expired' | 'all others',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const abandoned = await listAbandoned(trx, names, owners, owner);
    for (const job of abandoned) {
      const final = job.attempts >= jobRules[job.name].attempts;
      const reason = `the server ended ${job.attempts} times while it was at work on this`;
      const { onFailed } = handlers[job.name] as JobHandler;
      await onFailed?.(trx, job.payload, { code: 'engine_crashed', reason, final });
      if (final) await discard(trx, job);
      else await requeue(trx, job, job.attempts < 2 ? 0 : SUSPECT_PAUSE_MS);
    }
    if (abandoned.length > 0) log.warn({ jobs: abandoned.length }, 'abandoned jobs taken up again');
  });
}

/** Finds what should be queued and is not, and what waits for a moment that no clock will reach in time. */
export async function enqueueLostJobs({ db, log, handlers }: Recovery, names: JobName[]): Promise<void> {
  for (const name of names) {
    const longestWaitMs = jobRules[name].longestPauseMs + SPARE_MS;
    const late = await db.transaction().execute((trx) => clampRunAt(trx, name, longestWaitMs));
    if (late > 0) log.warn({ job: name, late }, 'the clock was set back; waiting work is due now');
    const { enqueueLost } = handlers[name] as JobHandler;
    if (!enqueueLost) continue;
    const found = await db.transaction().execute((trx) => enqueueLost(trx));
    if (found > 0) log.warn({ job: name, found }, 'lost work queued again');
  }
}
