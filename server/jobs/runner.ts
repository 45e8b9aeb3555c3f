import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import { backoffMs } from './backoff.ts';
import { describeFailure } from './describe-failure.ts';
import type { JobFailure } from './job-failure.ts';
import { leaseTimes } from './job-leases.ts';
import {
  type ClaimedJob,
  claim,
  complete,
  discard,
  dueKinds,
  lockIfOwned,
  renewLeases,
  requeue,
} from './queue.ts';
import { enqueueLostJobs, type Recovery, recoverAbandoned, recoverAtStart } from './recover-jobs.ts';
import { type AnyJobHandler, type JobHandlers, type JobName, jobNames } from './registry.ts';

const POLL_MS = 1_000;
/** How long after `enqueue` this process polls, in milliseconds: the transaction has usually committed by then. */
const POLL_AFTER_ENQUEUE_MS = 30;
const ENQUEUE_LOST_MS = 300_000;
/** How long running jobs may take when the server stops. All steps of stopping fit into `stop_grace_period` of docker-compose.yml. */
const STOP_WITHIN_MS = 10_000;

export interface RunnerOptions {
  db: Kysely<DB>;
  log: Logger;
  handlers: JobHandlers;
  /** How many jobs of a kind run at once in this process; the default is one. */
  concurrency?: Partial<Record<JobName, number>>;
  /** True on the embedded database: a running job of another owner was left by a process that has ended. */
  singleProcess: boolean;
  /** Told of each attempt that ended: its outcome and its duration. */
  onEnded?: (name: JobName, outcome: 'done' | 'retried' | 'failed', ms: number) => void;
  /** Kinds that are not claimed before `resume` names them. */
  pausedKinds?: JobName[];
}

/** Claims due jobs, runs them, and recovers jobs that a crash has interrupted. */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #owner = newId();
  readonly #running = new Map<ClaimedJob, Promise<void>>();
  readonly #abort = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  /** The kinds that are claimed here, in this order. */
  #names: JobName[];
  #polling: Promise<void> | undefined;
  #pollAgain = false;
  #recoveryDue = false;
  #stopping = false;
  #stopped: Promise<void> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#names = jobNames.filter((name) => !options.pausedKinds?.includes(name));
  }

  async start(): Promise<void> {
    if (this.#stopping) return;
    await recoverAtStart(this.#recovery(), this.#names, this.#options.singleProcess);
    this.#every(POLL_MS, async () => this.#poll());
    this.#every(leaseTimes(this.#options.singleProcess).renewMs, async () => {
      await renewLeases(this.#options.db, this.#lease(), this.#runningIds());
      this.#recoveryDue = true;
      this.#poll();
    });
    this.#every(ENQUEUE_LOST_MS, () => enqueueLostJobs(this.#recovery(), this.#names));
    this.#poll();
  }

  /** Begins to claim jobs of these kinds. */
  async resume(names: JobName[]): Promise<void> {
    if (this.#stopping) return;
    await recoverAtStart(this.#recovery(), names, this.#options.singleProcess);
    this.#names = jobNames.filter((name) => this.#names.includes(name) || names.includes(name));
    this.#poll();
  }

  /** Called after work was enqueued. */
  wake(): void {
    setTimeout(() => this.#poll(), POLL_AFTER_ENQUEUE_MS).unref();
  }

  /** Claims nothing more, waits a while for running jobs, and requeues the others without counting their attempt. */
  stop(withinMs = STOP_WITHIN_MS): Promise<void> {
    this.#stopped ??= this.#stopOnce(withinMs);
    return this.#stopped;
  }

  async #stopOnce(withinMs: number): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#polling;
    const ended = Promise.all(this.#running.values());
    await Promise.race([ended, delay(withinMs, undefined, { ref: false })]);
    this.#abort.abort(new Error('The server is stopping'));
    const unfinished = [...this.#running.keys()];
    if (unfinished.length === 0) return;
    await this.#options.db.transaction().execute(async (trx) => {
      for (const job of unfinished)
        if (await lockIfOwned(trx, job, this.#owner)) await requeue(trx, job, 0, true);
    });
    this.#options.log.info({ jobs: unfinished.length }, 'unfinished jobs put back');
  }

  /** Resolves when nothing is due or running; for tests. */
  async whenIdle(): Promise<void> {
    this.#poll();
    while (this.#polling || this.#running.size > 0) {
      await this.#polling;
      await Promise.all(this.#running.values());
    }
  }

  #poll(): void {
    if (this.#stopping) return;
    this.#pollAgain = true;
    this.#polling ??= this.#claimDue()
      .catch((error) => this.#options.log.warn({ err: error }, 'jobs could not be fetched'))
      .finally(() => {
        this.#polling = undefined;
        if (this.#pollAgain) this.#poll();
      });
  }

  async #claimDue(): Promise<void> {
    this.#pollAgain = false;
    await this.#recoverIfDue();
    const withRoom = this.#names.filter((name) => this.#roomFor(name) > 0);
    if (withRoom.length === 0) return;
    for (const name of await dueKinds(this.#options.db, withRoom)) {
      if (this.#stopping) return;
      const jobs = await this.#claim(name, this.#roomFor(name), this.#runningOf(name));
      if (jobs.length > 0) this.#handler(name).onChanged?.();
      for (const job of jobs) this.#begin(job);
    }
  }

  #runningOf(name: JobName): ClaimedJob[] {
    return [...this.#running.keys()].filter((job) => job.name === name);
  }

  #roomFor(name: JobName): number {
    return (this.#options.concurrency?.[name] ?? 1) - this.#runningOf(name).length;
  }

  /**
   * Before claims and never beside one: until the answer to a claim has come, its jobs are missing in `#running` and would be
   * taken for abandoned if the answer took longer than the lease.
   */
  async #recoverIfDue(): Promise<void> {
    if (!this.#recoveryDue) return;
    this.#recoveryDue = false;
    await recoverAbandoned(this.#recovery(), this.#names, 'expired').catch((error) =>
      this.#options.log.warn({ err: error }, 'abandoned jobs could not be taken up again'),
    );
  }

  #claim(name: JobName, most: number, running: ClaimedJob[]): Promise<ClaimedJob[]> {
    return this.#options.db.transaction().execute(async (trx) => {
      const jobs = await claim(trx, name, most, this.#lease(), running);
      if (jobs.length > 0) {
        await this.#handler(name).onClaimed?.(
          trx,
          jobs.map((job) => job.payload),
        );
      }
      return jobs;
    });
  }

  #begin(job: ClaimedJob): void {
    const work = this.#run(job).finally(() => {
      this.#running.delete(job);
      this.#handler(job.name).onChanged?.();
      this.#poll();
    });
    this.#running.set(job, work);
  }

  async #run(job: ClaimedJob): Promise<void> {
    const { db, log } = this.#options;
    const began = performance.now();
    const facts = () => ({
      job: job.name,
      key: job.key,
      attempt: job.attempts,
      ms: Math.round(performance.now() - began),
    });
    try {
      await this.#handler(job.name).run(job.payload, this.#abort.signal);
      await complete(db, job, this.#owner);
      log.debug(facts(), 'job done');
      this.#options.onEnded?.(job.name, 'done', performance.now() - began);
      this.#handler(job.name).onDone?.(job.payload);
    } catch (error) {
      // stop() has interrupted this job and requeues it.
      if (this.#abort.signal.aborted) return;
      const failure = describeFailure(job, error);
      log[failure.final ? 'error' : 'warn']({ ...facts(), err: error, final: failure.final }, 'job failed');
      this.#options.onEnded?.(job.name, failure.final ? 'failed' : 'retried', performance.now() - began);
      await db
        .transaction()
        .execute((trx) => this.#recordFailure(trx, job, failure))
        // The lease is not renewed any more; once it has run out, recovery requeues the job, here or on another server.
        .catch((cause) => log.error({ ...facts(), err: cause }, 'the failure of a job could not be written'));
    }
  }

  async #recordFailure(trx: Transaction<DB>, job: ClaimedJob, failure: JobFailure): Promise<void> {
    if (!(await lockIfOwned(trx, job, this.#owner))) return;
    await this.#handler(job.name).onFailed?.(trx, job.payload, failure);
    if (failure.final) await discard(trx, job);
    else await requeue(trx, job, backoffMs(job.name, job.attempts));
  }

  #every(ms: number, work: () => Promise<void>): void {
    const run = () => {
      work().catch((error) =>
        this.#options.log.warn({ err: error }, 'the job runner could not reach the database'),
      );
    };
    const timer = setInterval(run, ms);
    timer.unref();
    this.#timers.push(timer);
  }

  #recovery(): Recovery {
    const { db, log, handlers } = this.#options;
    return { db, log, handlers, owner: this.#owner, running: this.#runningIds() };
  }

  #runningIds(): string[] {
    return [...this.#running.keys()].map((job) => job.id);
  }

  #lease(): { owner: string; ms: number } {
    return { owner: this.#owner, ms: leaseTimes(this.#options.singleProcess).ms };
  }

  #handler(name: JobName): AnyJobHandler {
    return this.#options.handlers[name] as AnyJobHandler;
  }
}
