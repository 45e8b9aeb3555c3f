/** The thread in which the embedded database runs, so that a slow query never blocks the web server. */
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { FromWorker, ToWorker, WorkerTask } from './embedded-database-messages.ts';

const task = workerData as WorkerTask;
const port = parentPort;
if (!port) throw new Error('embedded-database-worker.ts runs in a worker thread only');
const tell = (message: FromWorker) => port.postMessage(message);

/** V8 13.6, of the Node that comes with us, takes 600 MB and .8 s to optimise Postgres' parser; V8 14 takes 24 MB. */
const isParserCostly = process.versions.v8.startsWith('13.');

/**
 * Postgres whose parser stays as V8 compiles it at first. V8 decides when it compiles a function, at its first call, whether it will
 * be optimised one day.
 */
class EmbeddedPostgres extends PGlite {
  /** Called between the start of Postgres and its first statement. */
  override async _initArrayTypes(...options: Parameters<PGlite['_initArrayTypes']>): Promise<void> {
    if (isParserCostly) this.#compileParser();
    await super._initArrayTypes(...options);
  }

  #compileParser(): void {
    const { mod } = this as unknown as {
      mod: {
        stackSave(): number;
        stringToUTF8OnStack(text: string): number;
        _raw_parser(text: number, mode: number): number;
        stackRestore(at: number): void;
      };
    };
    const stack = mod.stackSave();
    setFlagsFromString('--wasm-tier-up-filter=0'); // none but the first
    mod._raw_parser(mod.stringToUTF8OnStack(''), 0);
    setFlagsFromString('--wasm-tier-up-filter=-1');
    mod.stackRestore(stack);
  }
}

// As little of the write log is kept for later as Postgres allows: it is on the disk of the photos. Postgres takes all of its
// buffers at start, 128 MB unless told otherwise; files come from the system's cache.
const settings = Object.entries({ min_wal_size: '32MB', shared_buffers: '32MB', ...task.settings }).flatMap(
  ([name, value]) => ['-c', `${name}=${value}`],
);
const database = new EmbeddedPostgres({
  dataDir: task.dataDir,
  pgliteWasmModule: task.postgres,
  extensions: { vector },
  startParams: [...PGlite.defaultStartParams, ...settings],
});
await database.waitReady;

endWithDatabase(database);

if (task.endpoint === undefined) {
  // First initialisation: the folder is complete once the database has been closed in order.
  await database.close();
  tell({ kind: 'initialised' });
  port.close();
} else {
  // Two, because a connection that replaces a broken one may arrive before the old one is gone. The pool has one.
  const server = new PGLiteSocketServer({ db: database, ...task.endpoint, maxConnections: 2 });
  await server.start();
  const address = server.getServerConn();
  tell({
    kind: 'ready',
    port: task.endpoint.path ? undefined : Number(address.slice(address.lastIndexOf(':') + 1)),
  });

  port.on('message', async (message: ToWorker) => {
    if (message.kind !== 'stop') return;
    await server.stop();
    await database.close();
    tell({ kind: 'stopped' });
    port.close();
  });
}

/**
 * Ends the thread when the database has ended in the middle of a call, as a full disk makes it do: PGlite would repeat the
 * call without end. Another thread is started then.
 */
function endWithDatabase(ended: PGlite): void {
  const { mod, POSTGRES_MAIN_LONGJMP } = ended as unknown as {
    mod: { _PostgresMainLoopOnce(): void };
    POSTGRES_MAIN_LONGJMP: number;
  };
  const handleOneMessage = mod._PostgresMainLoopOnce;
  mod._PostgresMainLoopOnce = () => {
    try {
      handleOneMessage();
    } catch (error) {
      // The way in which PostgreSQL leaves a statement that has failed.
      const isStatementError = (error as { status?: unknown }).status === POSTGRES_MAIN_LONGJMP;
      if (!isStatementError) process.exit(1);
      throw error;
    }
  };
}
