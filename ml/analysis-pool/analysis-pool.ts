/**
 * Workers with a bounded queue before them. They are started when there is work and end when there has been none for a while:
 * their nets and buffers take about 100 MB each.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { FaceEngineError } from '../errors.ts';
import { collectGarbage } from '../free-memory.ts';
import { type NativeCalls, newNativeCalls, untilNoNativeCall } from '../models/native-calls.ts';
import { analysisPool as limits } from '../parameters/analysis-pool-limits.ts';
import '../models/no-telemetry.ts';
import type { EngineLog, FaceEngineOptions } from '../types.ts';
import type {
  Work,
  WorkerData,
  WorkerMessage,
  WorkerSetup,
  WorkKind,
  WorkMessage,
  WorkRequest,
} from './messages.ts';

type Result = Work[WorkKind]['result'];

interface Task {
  id: number;
  work: WorkRequest;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Slot {
  worker: Worker;
  nativeCalls: NativeCalls;
  ready: boolean;
  task?: Task;
  timer?: NodeJS.Timeout;
}

export interface PoolOptions {
  setup: WorkerSetup;
  /** At most at once. */
  workers: number;
  /** See FaceEngineOptions. */
  yieldsNow?: FaceEngineOptions['yieldsNow'];
  onThread?: FaceEngineOptions['onThread'];
  log?: EngineLog;
  /** Tests shorten them. */
  timeLimitMs?: number;
  queueLimit?: number;
  idleLimitMs?: number;
  /** Tests put a misbehaving worker in its place. */
  workerFile?: URL;
}

/** Lets a worker end what it is doing. */
async function end(slot: Slot): Promise<void> {
  const gone = new Promise((resolve) => slot.worker.once('exit', resolve));
  slot.worker.postMessage({ kind: 'end' } satisfies WorkMessage);
  await Promise.race([gone, delay(limits.endLimitMs.value, undefined, { ref: false })]);
  // One that ended by a fault may have left a call uncounted.
  await Promise.race([gone, terminate(slot)]);
}

async function terminate({ worker, nativeCalls }: Slot): Promise<void> {
  await untilNoNativeCall(nativeCalls);
  await worker.terminate();
}

export class AnalysisPool {
  readonly #options: PoolOptions;
  readonly #queue: Task[] = [];
  #slots: Slot[] = [];
  #respawns = new Set<NodeJS.Timeout>();
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;

  private constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Resolves when one worker has warmed up; rejects, leaving none behind, when it cannot. */
  static async start(options: PoolOptions): Promise<AnalysisPool> {
    const pool = new AnalysisPool(options);
    try {
      const warm = pool.#spawn();
      options.onThread?.();
      await warm;
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /** `workers`: those that are ready. */
  stats(): { workers: number; busy: number; queued: number } {
    return {
      workers: this.#slots.filter((slot) => slot.ready).length,
      busy: this.#slots.filter((slot) => slot.task).length,
      queued: this.#queue.length,
    };
  }

  /** A request under way cannot be interrupted: aborting answers the caller at once, the worker ends it in its own time. */
  run<K extends WorkKind>(
    work: { kind: K; request: Work[K]['request'] },
    signal?: AbortSignal,
  ): Promise<Work[K]['result']>;
  run(work: WorkRequest, signal?: AbortSignal): Promise<Result> {
    if (this.#closed)
      return Promise.reject(new FaceEngineError('engine_closed', 'the face engine is closed'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#queue.length >= (this.#options.queueLimit ?? limits.queueLimit.value))
      return Promise.reject(new FaceEngineError('engine_busy', 'the queue of the face engine is full'));
    return new Promise<Result>((resolve, reject) => {
      const onAbort = () => {
        const at = this.#queue.indexOf(task);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(signal?.reason);
      };
      const task: Task = {
        id: this.#nextId++,
        work,
        resolve: (result) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(result);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const timer of this.#respawns) clearTimeout(timer);
    const closed = new FaceEngineError('engine_closed', 'the face engine is closed');
    for (const task of this.#queue.splice(0)) task.reject(closed);
    const slots = this.#slots;
    this.#slots = [];
    for (const slot of slots) {
      clearTimeout(slot.timer);
      slot.task?.reject(closed);
    }
    await Promise.all(slots.map(end));
  }

  /** Resolves when the new worker is ready. */
  #spawn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const nativeCalls = newNativeCalls();
      const worker = new Worker(
        this.#options.workerFile ?? new URL('./analysis-worker.ts', import.meta.url),
        {
          workerData: { ...this.#options.setup, nativeCalls } satisfies WorkerData,
          execArgv: [],
          name: 'recognition',
          resourceLimits: { maxOldGenerationSizeMb: limits.heapLimitMb.value },
        },
      );
      const slot: Slot = { worker, nativeCalls, ready: false };
      this.#slots.push(slot);
      slot.timer = setTimeout(
        () => this.#lose(slot, 'was not ready in time', reject),
        limits.startLimitMs.value,
      );
      worker.on('message', (message: WorkerMessage) => {
        if (message.type === 'ready') {
          clearTimeout(slot.timer);
          slot.ready = true;
          resolve();
          this.#dispatch();
        } else if (message.type === 'unfit') this.#lose(slot, message.message, reject);
        else this.#settle(slot, message);
      });
      worker.on('error', (error) => this.#lose(slot, String(error), reject));
      worker.on('exit', (code) => this.#lose(slot, `ended with code ${code}`, reject));
    });
  }

  #settle(slot: Slot, message: Extract<WorkerMessage, { id: number }>): void {
    const { task } = slot;
    if (task?.id !== message.id) return;
    clearTimeout(slot.timer);
    slot.task = undefined;
    if (message.type === 'done') task.resolve(message.result);
    else task.reject(new FaceEngineError(message.code, message.message));
    this.#dispatch();
  }

  /** For a worker that ended, hangs or could not start: its request fails as transient, and a new worker is started. */
  #lose(slot: Slot, reason: string, rejectStart: (error: Error) => void): void {
    const at = this.#slots.indexOf(slot);
    if (at < 0) return;
    this.#slots.splice(at, 1);
    clearTimeout(slot.timer);
    slot.task?.reject(new FaceEngineError('engine_failed', `a worker of the face engine ${reason}`));
    rejectStart(new FaceEngineError('engine_failed', `a worker of the face engine ${reason}`));
    void terminate(slot);
    if (this.#closed) return;
    this.#options.log?.('error', 'a face engine worker is replaced', { reason });
    const timer = setTimeout(
      () => {
        this.#respawns.delete(timer);
        // A failure comes back here through #lose and is tried again.
        this.#spawn().catch(() => undefined);
      },
      slot.ready ? 0 : limits.respawnDelayMs.value,
    );
    this.#respawns.add(timer);
  }

  #dispatch(): void {
    const { workers, yieldsNow } = this.#options;
    const most = yieldsNow?.() ? Math.ceil(workers / 2) : workers;
    let room = most - this.stats().busy;
    for (const slot of this.#slots) {
      if (!slot.ready || slot.task) continue;
      if (room-- <= 0) break;
      const task = this.#queue.shift();
      if (!task) break;
      slot.task = task;
      slot.timer = setTimeout(
        () => this.#lose(slot, 'hung', () => undefined),
        this.#options.timeLimitMs ?? limits.timeLimitMs.value,
      );
      slot.worker.postMessage({ ...task.work, id: task.id } satisfies WorkMessage);
    }
    this.#startMissing(most);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () => this.#endIdle(),
      this.#options.idleLimitMs ?? limits.idleLimitMs.value,
    ).unref();
  }

  /** As many workers as requests are waiting, up to `most`. One that fails to start is tried again by `#lose`. */
  #startMissing(most: number): void {
    const coming = this.#slots.filter((slot) => !slot.ready).length + this.#respawns.size;
    const room = most - this.#slots.length - this.#respawns.size;
    for (let missing = Math.min(this.#queue.length - coming, room); missing > 0; missing--)
      this.#spawn().catch(() => undefined);
  }

  #endIdle(): void {
    if (this.#slots.some((slot) => slot.task || !slot.ready)) return;
    for (const slot of this.#slots.splice(0)) void end(slot);
    collectGarbage();
  }
}
