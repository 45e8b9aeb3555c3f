import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import { attemptsBeforeCrashPause } from './backoff.ts';
import { type JobName, type JobPayloads, jobRules } from './registry.ts';

const ROWS_PER_STATEMENT = 2_000;

/** The queue as use cases see it. */
export interface JobQueue {
  /** Enqueues in the transaction that causes the work, so that both are committed or neither. */
  enqueue<N extends JobName>(
    trx: Transaction<DB>,
    name: N,
    payloads: JobPayloads[N][],
    afterMs?: number,
  ): Promise<void>;
  /** Deletes the waiting job of this key; a running one goes on. Answers whether there was a waiting one. */
  cancel(trx: Transaction<DB>, name: JobName, key: string): Promise<boolean>;
  /** Deletes the waiting jobs of these keys; running ones go on. */
  cancelAll(trx: Transaction<DB>, name: JobName, keys: readonly string[]): Promise<void>;
}

declare module '#server/app-context.ts' {
  interface AppContext {
    jobs: JobQueue;
  }
}

/** A job that a runner has claimed: its attempt is counted and committed. */
export interface ClaimedJob<N extends JobName = JobName> {
  id: string;
  name: N;
  key: string | null;
  payload: JobPayloads[N];
  /** 1 for the first attempt. */
  attempts: number;
}

/** @param onEnqueued called when jobs were inserted; their transaction is not committed yet at that moment */
export function createJobQueue(onEnqueued: () => void = () => undefined): JobQueue {
  return {
    async enqueue(trx, name, payloads, afterMs) {
      await enqueue(trx, name, payloads, afterMs);
      onEnqueued();
    },
    async cancel(trx, name, key) {
      const { numDeletedRows } = await trx
        .deleteFrom('job')
        .where('name', '=', name)
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async cancelAll(trx, name, keys) {
      if (keys.length === 0) return;
      await trx
        .deleteFrom('job')
        .where('name', '=', name)
        .where('state', '=', 'waiting')
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute();
    },
  };
}

/** Inserts jobs; a waiting job with the same key gets the new payload and the earlier of the two times instead. */
async function enqueue<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payloads: JobPayloads[N][],
  afterMs?: number,
): Promise<void> {
  const { key, delayMs } = jobRules[name];
  // A job without a key never replaces another.
  const byKey = new Map(payloads.map((payload) => [key(payload) ?? Symbol('no key'), payload]));
  const rows = [...byKey.values()].map((payload) => ({
    id: newId(),
    name,
    key: key(payload),
    payload: JSON.stringify(payload),
    run_at: sql<Date>`now() + ${afterMs ?? delayMs} * interval '1 millisecond'`,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('job')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'key'])
          // A literal instead of a parameter: a generic plan of Postgres could not use the partial index.
          .where('state', '=', sql.lit('waiting'))
          .doUpdateSet({
            payload: (eb) => eb.ref('excluded.payload'),
            run_at: sql`least(job.run_at, excluded.run_at)`,
            attempts: 0,
          }),
      )
      .execute();
  }
}

/** Those of these kinds of which a job is due, in their order: to ask costs less than a claim of each. */
export async function dueKinds(db: Kysely<DB>, names: readonly JobName[]): Promise<JobName[]> {
  const { rows } = await sql<{ kind: JobName }>`
    select kind from unnest(${names}::text[]) kind where exists (
      select from job where job.name = kind and job.state = 'waiting' and job.run_at <= now())`.execute(db);
  return names.filter((name) => rows.some(({ kind }) => kind === name));
}

/**
 * Claims up to `most` due jobs and counts the attempt. The caller commits before it runs them.
 * @param running the jobs of this kind that this process runs. Another server requeues one of them when its lease has run
 * out; it is not claimed here before the earlier attempt has ended
 */
export async function claim<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  most: number,
  lease: { owner: string; ms: number },
  running: readonly ClaimedJob[] = [],
): Promise<ClaimedJob<N>[]> {
  const runningKeys = running.map((job) => job.key ?? job.id);
  const { rows } = await sql<ClaimedJob<N>>`
    update job set state = 'running', attempts = attempts + 1,
      lease_owner = ${lease.owner}, lease_until = now() + ${lease.ms} * interval '1 millisecond'
    where id in (
      select waiting.id from job waiting
      where waiting.name = ${name} and waiting.state = 'waiting' and waiting.run_at <= now()
        and coalesce(waiting.key, waiting.id::text) <> all(${runningKeys}::text[])
        and not exists (
          select 1 from job other
          where other.name = waiting.name and other.key = waiting.key and other.state = 'running'
        )
      order by waiting.run_at, waiting.id
      limit ${most}
      for update skip locked
    )
    returning id, name, key, payload, attempts`.execute(trx);
  return rows;
}

/** Deletes a job whose work is done. Does nothing when another runner holds the lease by now. */
export async function complete(db: Kysely<DB>, job: ClaimedJob, owner: string): Promise<void> {
  await db.deleteFrom('job').where('id', '=', job.id).where('lease_owner', '=', owner).execute();
}

/** Locks the job's row. False when its lease ran out and another runner has claimed it: that one ends the job. */
export async function lockIfOwned(trx: Transaction<DB>, job: ClaimedJob, owner: string): Promise<boolean> {
  const row = await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', job.id)
    .where('lease_owner', '=', owner)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Lets a job wait again; if a waiting job has the same key, this one is deleted.
 * @param uncounted this server cut the attempt short, so it does not count
 */
export async function requeue(
  trx: Transaction<DB>,
  job: ClaimedJob,
  pauseMs: number,
  uncounted = false,
): Promise<void> {
  const waiting = await trx
    .selectFrom('job')
    .select('id')
    .where('name', '=', job.name)
    .where('key', '=', job.key)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (waiting) return discard(trx, job);
  await trx
    .updateTable('job')
    .set({
      state: 'waiting',
      lease_owner: null,
      lease_until: null,
      run_at: sql`now() + ${pauseMs} * interval '1 millisecond'`,
      ...(uncounted && { attempts: sql`greatest(attempts - 1, 0)` }),
    })
    .where('id', '=', job.id)
    .execute();
}

/**
 * Delays jobs that were attempted repeatedly, at the start of a server: one of them may have ended the earlier server
 * processes.
 */
export async function delayRepeatedlyCrashed(
  trx: Transaction<DB>,
  names: JobName[],
  ms: number,
): Promise<void> {
  const later = sql<Date>`now() + ${ms} * interval '1 millisecond'`;
  for (const name of names)
    await trx
      .updateTable('job')
      .set({ run_at: later })
      .where('state', '=', 'waiting')
      .where('name', '=', name)
      .where('attempts', '>=', attemptsBeforeCrashPause(name))
      .where('run_at', '<', later)
      .execute();
}

/**
 * Makes jobs due now that would wait longer than any job of their kind does. A clock that ran ahead wrote such times
 * and has been corrected since.
 */
export async function clampRunAt(
  trx: Transaction<DB>,
  name: JobName,
  longestWaitMs: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({ run_at: sql`now()` })
    .where('state', '=', 'waiting')
    .where('name', '=', name)
    .where('run_at', '>', sql<Date>`now() + ${longestWaitMs} * interval '1 millisecond'`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function discard(trx: Transaction<DB>, job: ClaimedJob): Promise<void> {
  await trx.deleteFrom('job').where('id', '=', job.id).execute();
}

/**
 * Extends the leases of the jobs that a runner runs, and of no other row it owns: those run out, and recovery takes them up
 * (see `listAbandoned`).
 */
export async function renewLeases(
  db: Kysely<DB>,
  lease: { owner: string; ms: number },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('job')
    .set({ lease_until: sql`now() + ${lease.ms} * interval '1 millisecond'` })
    .where('lease_owner', '=', lease.owner)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** A job whose row says that it runs, though no runner is at work on it. */
export interface AbandonedJob extends ClaimedJob {
  /**
   * True: the lease belongs to the runner that asks, which does not run the job. Either the answer to its claim was lost, or
   * the outcome of its attempt could not be written. False: the process of another runner has ended, or hangs.
   */
  of_this_runner: boolean;
}

/**
 * Locks and answers jobs that say they run and that no runner is at work on.
 * @param owners 'expired' goes by the leases, whoever owns them; 'all others' is for the embedded database, which one process
 * has open
 * @param me the runner that asks; `running` are the ids of the jobs it runs, which are never abandoned
 */
export async function listAbandoned(
  trx: Transaction<DB>,
  names: JobName[],
  owners: 'expired' | 'all others',
  me: { owner: string; running: readonly string[] },
): Promise<AbandonedJob[]> {
  const query = trx
    .selectFrom('job')
    .select(['id', 'name', 'key', 'payload', 'attempts'])
    .select((eb) => eb('lease_owner', '=', me.owner).as('of_this_runner'))
    .where('state', '=', 'running')
    .where('name', 'in', names)
    .where(sql<boolean>`id <> all(${me.running}::uuid[])`)
    .forUpdate()
    .skipLocked();
  const abandoned =
    owners === 'expired'
      ? query.where('lease_until', '<', sql<Date>`now()`)
      : query.where('lease_owner', '!=', me.owner);
  return (await abandoned.execute()) as AbandonedJob[];
}
