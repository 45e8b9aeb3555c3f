import type { Transaction } from 'kysely';
import type { JobName, JobPayloads } from '#server/app-context.ts';
import type { ErrorCode } from '#server/contract/errors.ts';
import type { DB } from '#server/db/tables.ts';

/** How a try ended badly. */
export interface JobFailure {
  code: ErrorCode;
  /** English, for the console and the log. */
  reason: string;
  /** Given up: there will be no other try. */
  final: boolean;
}

/**
 * One kind of background work. A handler may run twice for one job (after a crash) and must do no harm then: its
 * effects are exactly-once because it writes them so, not because it is called once.
 */
export interface JobHandler<N extends JobName = JobName> {
  run(payload: JobPayloads[N], signal: AbortSignal): Promise<void>;
  /** In the transaction that takes the jobs: what people see of them says "at work" from here on. */
  onClaimed?(trx: Transaction<DB>, payloads: JobPayloads[N][]): Promise<void>;
  /** In the transaction that puts the job back or gives it up. */
  onFailed?(trx: Transaction<DB>, payload: JobPayloads[N], failure: JobFailure): Promise<void>;
  /** After a try that went well, when the job itself is gone and its end can be told. */
  onDone?(payload: JobPayloads[N]): void;
  /** After anything people see of jobs of this kind has changed and is committed. */
  onChanged?(): void;
  /** Finds work that should be queued and is not, at start and from time to time. Answers how much it queued. */
  enqueueLost?(trx: Transaction<DB>): Promise<number>;
}

export type JobHandlers = { [N in JobName]: JobHandler<N> };

/** Thrown by handlers: trying again cannot help, the reason is in the thing itself. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}

/** Thrown by handlers that know which sentence describes a passing trouble. */
export class TransientFailure extends Error {
  override name = 'TransientFailure';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}
