import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { JobFailure } from './job-failure.ts';

export const SECOND_MS = 1_000;

/** How one kind of background work is queued and tried again. */
export interface JobRules<Payload> {
  /** Jobs with the same key become one while they wait and never run at the same time; null: each runs by itself. */
  key(payload: Payload): string | null;
  /** How long new work waits before it is due, so that many requests in a row become one run. */
  delayMs: number;
  retry: {
    /** After this many attempts the job is discarded. */
    attempts: number;
    /** Pause before the second attempt; it grows fourfold each time, up to the longest. */
    firstPauseMs: number;
    longestPauseMs: number;
  };
  /** How many run at once in one process; one where nothing is said. */
  concurrency?(faceWorkers: number): number;
  /** Waits until the face engine is ready. */
  needsFaceEngine?: true;
}

/**
 * The work of one kind of job. After a crash a handler runs a second time for the same job, so its changes must give
 * the same result when they are written twice.
 */
export interface JobHandler<Payload> {
  run(payload: Payload, signal: AbortSignal): Promise<void>;
  /** In the transaction that claims the jobs: sets the status that people see to "processing". */
  onClaimed?(trx: Transaction<DB>, payloads: Payload[]): Promise<void>;
  /** In the transaction that requeues or discards the job. */
  onFailed?(trx: Transaction<DB>, payload: Payload, failure: JobFailure): Promise<void>;
  /** Called after the job row is deleted; live updates about the result are published here. */
  onDone?(payload: Payload): void;
  /** Called after a committed change of anything people see of jobs of this kind. */
  onChanged?(): void;
  /** Enqueues work that lacks its job, at start and from time to time. Answers how many jobs it enqueued. */
  enqueueMissing?(trx: Transaction<DB>): Promise<number>;
}
