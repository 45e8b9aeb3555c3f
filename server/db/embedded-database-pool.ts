import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { columnParsers } from './column-parsers.ts';
import { countingWrites } from './count-writes.ts';
import { createEmbeddedDatabase, superviseEmbeddedDatabase } from './embedded-database-supervisor.ts';
import { lockFolder } from './folder-lock.ts';
import { loggingBrokenConnections } from './log-broken-connections.ts';
import type { OpenPool } from './pool-types.ts';
import { preparingRepeated } from './prepared-statements.ts';
import { watchEmbeddedCalls } from './watch-embedded-calls.ts';

/** A call that takes longer hangs: the database is started anew. With the start, all works again within 20 seconds. */
const CALL_WITHIN_MS = 15_000;
/** Others wait no longer than this while one call keeps the connection, or while the database is being started anew. */
const HELD_UP_WITHIN_MS = 3_000;
/** Longest wait for the one connection while calls are answered. Beyond it the machine is overloaded, and callers get an error. */
const WAIT_WITHIN_MS = 30_000;
/** The connection is replaced after this time, because Postgres keeps the plans of a connection's queries while tables grow. */
const CONNECTION_LIFETIME_S = 60;

export interface EmbeddedOptions {
  /** Settings of Postgres, such as `shared_buffers`, other than its own defaults. */
  settings?: Record<string, string>;
  /** A data folder whose database a new one is a copy of, if it is there. */
  template?: string;
  /** Called when its thread has been started. */
  onThread?: (() => void) | undefined;
  /** Longer where many processes share the machine, as in tests. */
  callWithinMs?: number;
  heldUpWithinMs?: number;
}

/**
 * The embedded Postgres in DATA_DIR/database. The pool has exactly one connection: all connections would share one
 * session, and the bridge to it answers parameterised queries of two at a time with each other's rows.
 */
export async function openEmbeddedDatabasePool(
  dataDir: string,
  log: Logger,
  {
    callWithinMs = CALL_WITHIN_MS,
    heldUpWithinMs = HELD_UP_WITHIN_MS,
    settings,
    template,
    onThread,
  }: EmbeddedOptions = {},
): Promise<OpenPool> {
  const databaseDir = join(dataDir, 'database');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  let lost = false;
  let writes = 0;
  const lock = await lockFolder(`${databaseDir}.lock`, () => {
    if (lost) return;
    lost = true;
    log.fatal(
      'the lock of the data folder is gone: another process may be writing, so this one stops using it',
    );
    void pool?.end();
    void host?.stop();
  });
  let host: Awaited<ReturnType<typeof superviseEmbeddedDatabase>> | undefined;
  let pool: pg.Pool | undefined;
  try {
    await createEmbeddedDatabase(databaseDir, log, template && join(template, 'database'));
    const running = await superviseEmbeddedDatabase(databaseDir, log, { settings, onThread });
    host = running;
    const watch = watchEmbeddedCalls(
      { callWithinMs, heldUpWithinMs },
      (seconds) => running.replace(`a call took more than ${seconds} s`),
      () => running.address(heldUpWithinMs),
    );
    const Client = preparingRepeated(loggingBrokenConnections(watch.Client, log));
    pool = new watch.Pool({
      Client: countingWrites(Client, () => {
        writes += 1;
      }) as never,
      onConnect: async (client) => void (await client.query('deallocate all')),
      maxLifetimeSeconds: CONNECTION_LIFETIME_S,
      user: 'postgres',
      password: 'unused',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: WAIT_WITHIN_MS,
      types: columnParsers,
    });
    pool.on('error', () => undefined); // logged by the client
    watch.guardCheckouts(pool);
    return {
      pool,
      withoutTimeout: watch.withoutTimeout,
      writes: () => writes,
      async close() {
        watch.stop();
        await running.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await host?.stop();
    await lock.release();
    throw error;
  }
}
