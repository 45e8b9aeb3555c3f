import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from '#server/logger.ts';
import type { Endpoint, FromWorker, ToWorker, WorkerTask } from './embedded-database-messages.ts';
import { within } from './within.ts';

/** The kernel's limit for the path of a socket file, less a little. */
const LONGEST_SOCKET_PATH = 100;
const STOP_WITHIN_MS = 10_000;
const LONGEST_RESTART_PAUSE_MS = 5_000;
/** A worker that is started anew and says nothing for so long is given up. */
const RESTART_WITHIN_MS = 60_000;
const SOCKET_NAME = '.s.PGSQL.5432';

export interface EmbeddedDatabaseSupervisor {
  /** Where the database listens now; waits while it is being replaced, until it has been away for `withinMs`. */
  address(withinMs: number): Promise<{ host: string; port: number }>;
  /** Ends the worker at once and starts another on the same folder: the way out of a query that does not return. */
  replace(reason: string): void;
  stop(): Promise<void>;
}

/**
 * Creates the database once. A folder named `database` exists only when it is complete: it is made under another name
 * and renamed, so an interruption at any moment leaves nothing but a draft to throw away.
 * @param template the folder of a database that is closed: the new one is a copy of it, if it is there
 */
export async function createEmbeddedDatabase(
  databaseDir: string,
  log: Logger,
  template?: string,
): Promise<void> {
  if (existsSync(databaseDir)) return;
  const draft = `${databaseDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  log.info('creating the embedded database');
  if (template && existsSync(template)) await cp(template, draft, { recursive: true });
  else await initialise(draft);
  await rename(draft, databaseDir);
}

async function initialise(draft: string): Promise<void> {
  const postgres = await compilePostgres();
  await new Promise<void>((resolve, reject) => {
    const worker = startWorker({ postgres, dataDir: draft, settings: {}, endpoint: undefined });
    let done = false;
    worker.on('message', () => {
      done = true;
    });
    worker.on('error', reject);
    worker.on('exit', () =>
      done ? resolve() : reject(new Error('The embedded database could not be created')),
    );
  });
}

/**
 * Keeps one database worker running on the folder, whatever happens to the worker.
 * @param options.onThread see EmbeddedOptions
 */
export async function superviseEmbeddedDatabase(
  databaseDir: string,
  log: Logger,
  {
    settings = {},
    onThread,
  }: { settings?: WorkerTask['settings']; onThread?: (() => void) | undefined } = {},
): Promise<EmbeddedDatabaseSupervisor> {
  const { endpoint, remove } = await prepareEndpoint(databaseDir);
  let stopping = false;
  let worker: Worker | undefined;
  let address = Promise.withResolvers<{ host: string; port: number }>();
  let ready = false;
  let awaySince = 0;
  /** Callers wait for the next worker from now on. Callers that wait already keep the same promise. */
  const markAway = () => {
    if (!ready) return;
    address = Promise.withResolvers();
    awaySince = performance.now();
    ready = false;
  };

  const launch = async (): Promise<void> => {
    if (endpoint.path) await rm(endpoint.path, { force: true });
    // Postgres refuses to start beside one that is empty, as a kill leaves it. The lock beside the folder is what counts.
    await rm(join(databaseDir, 'postmaster.pid'), { force: true });
    const postgres = await compilePostgres();
    if (stopping) throw new Error('The database is being stopped');
    const started = startWorker({ postgres, dataDir: databaseDir, settings, endpoint });
    worker = started;
    onThread?.();
    const { promise: isReady, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new Error('The database worker ended before it was ready'));
    started.once('error', reject);
    started.once('exit', refuse);
    started.once('message', (message: FromWorker) => {
      if (message.kind !== 'ready') return;
      ready = true;
      address.resolve(endpoint.path ? { host: folderOf(endpoint.path), port: 5432 } : loopback(message.port));
      resolve();
    });
    await isReady;
    // Its end is told in the same turn as its readiness where this thread was busy: no event is left to wait for.
    if (hasEnded(started)) {
      markAway();
      throw new Error('The database worker ended just after it was ready');
    }
    started.off('error', reject).off('exit', refuse);
    started.on('error', (error) => log.error({ err: error }, 'the database worker failed'));
    started.on('exit', () => void revive(started));
  };

  /** A worker that ended on its own is replaced, with growing pauses while it cannot start (a full disk, say). */
  const revive = async (ended: Worker): Promise<void> => {
    if (stopping || worker !== ended) return;
    markAway();
    for (let attempt = 0; !stopping; attempt += 1) {
      try {
        await within(RESTART_WITHIN_MS, launch());
        log.warn('the database worker was replaced');
        return;
      } catch (error) {
        if (stopping) return;
        log.error({ err: error, attempt }, 'the database worker could not be started');
        await worker?.terminate();
        await delay(Math.min(250 * 2 ** attempt, LONGEST_RESTART_PAUSE_MS), undefined, { ref: false });
      }
    }
  };

  await launch();
  return {
    address: (withinMs) =>
      ready
        ? address.promise
        : within(Math.max(0, awaySince + withinMs - performance.now()), address.promise),
    replace(reason) {
      log.error({ reason }, 'the database does not answer: replacing its worker');
      // At once, so that no query is sent to the dying worker.
      markAway();
      void worker?.terminate();
    },
    async stop() {
      stopping = true;
      if (worker) await stopWorker(worker, log);
      await remove();
    },
  };
}

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiled: Promise<object> | undefined;

/**
 * Compiled once and kept for all database threads of this process: V8 can end the process when WebAssembly is compiled and freed
 * with one thread after the other (nodejs/node#64500).
 */
function compilePostgres(): Promise<object> {
  compiled ??= readPostgres().catch((error) => {
    compiled = undefined; // the next start tries again
    throw error;
  });
  return compiled;
}

async function readPostgres(): Promise<object> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
}

function startWorker(task: WorkerTask): Worker {
  // Its own arguments: those of a watching parent (`npm run dev`) would keep it from ever starting.
  return new Worker(new URL('./embedded-database-worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    name: 'database',
  });
}

const hasEnded = (worker: Worker): boolean => worker.threadId === -1;

async function stopWorker(worker: Worker, log: Logger): Promise<void> {
  if (hasEnded(worker)) return;
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.postMessage({ kind: 'stop' } satisfies ToWorker);
  const timer = setTimeout(() => {
    log.warn('the embedded database did not close in time; what it has confirmed is safe all the same');
    void worker.terminate();
  }, STOP_WITHIN_MS);
  await gone;
  clearTimeout(timer);
}

/** A folder only we may enter, because every client of the socket is the database's superuser. */
async function prepareEndpoint(
  databaseDir: string,
): Promise<{ endpoint: Endpoint; remove(): Promise<void> }> {
  if (process.platform === 'win32') {
    return { endpoint: { host: '127.0.0.1', port: 0 }, remove: async () => undefined };
  }
  const beside = `${databaseDir}.socket`;
  const folder =
    beside.length + SOCKET_NAME.length < LONGEST_SOCKET_PATH
      ? await mkdir(beside, { recursive: true, mode: 0o700 }).then(() => beside)
      : await mkdtemp(join(tmpdir(), 'clublens-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  return { endpoint: { path: join(folder, SOCKET_NAME) }, remove };
}

function folderOf(socketPath: string): string {
  return socketPath.slice(0, -SOCKET_NAME.length - 1);
}

function loopback(port: number | undefined): { host: string; port: number } {
  if (port === undefined) throw new Error('The database worker named no port');
  return { host: '127.0.0.1', port };
}
